import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/people/tokens.ts'
import { es } from '../../../words/es/people/tokens.ts'

export const useTokenWords = dictionary(es, en)
