import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/lists.ts'
import { es } from '../../words/es/lists.ts'

export const useListWords = dictionary(es, en)
