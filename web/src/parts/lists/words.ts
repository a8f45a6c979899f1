import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/shell/lists.ts'
import { es } from '../../words/es/shell/lists.ts'

export const useListWords = dictionary(es, en)
