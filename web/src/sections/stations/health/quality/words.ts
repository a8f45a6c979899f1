import { dictionary } from '../../../../language.tsx'
import { en } from '../../../../words/en/network/quality.ts'
import { es } from '../../../../words/es/network/quality.ts'

export const useQualityWords = dictionary(es, en)
