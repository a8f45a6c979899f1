import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/bulk.ts'
import { es } from '../../../words/es/bulk.ts'

export const useBulkWords = dictionary(es, en)
