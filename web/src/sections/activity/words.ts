import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/network/activity.ts'
import { es } from '../../words/es/network/activity.ts'

export const useActivityWords = dictionary(es, en)
