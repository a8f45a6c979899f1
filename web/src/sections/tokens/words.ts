import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/tokens.ts'
import { es } from '../../words/es/tokens.ts'

export const useTokenWords = dictionary(es, en)
