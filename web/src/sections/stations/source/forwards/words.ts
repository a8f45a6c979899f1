import { dictionary } from '../../../../language.tsx'
import { en } from '../../../../words/en/network/forwards.ts'
import { es } from '../../../../words/es/network/forwards.ts'

export const useForwardWords = dictionary(es, en)
