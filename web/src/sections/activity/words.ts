import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/activity.ts'
import { es } from '../../words/es/activity.ts'

export const useActivityWords = dictionary(es, en)
