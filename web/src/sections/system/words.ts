import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/system.ts'
import { es } from '../../words/es/system.ts'

export const useSystemWords = dictionary(es, en)
