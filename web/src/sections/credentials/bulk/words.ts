import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/credentials/bulk.ts'
import { es } from '../../../words/es/credentials/bulk.ts'

export const useBulkWords = dictionary(es, en)
