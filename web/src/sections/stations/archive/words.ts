import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/network/archive.ts'
import { es } from '../../../words/es/network/archive.ts'

export const useArchiveWords = dictionary(es, en)
