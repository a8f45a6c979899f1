import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/credentials/orders.ts'
import { es } from '../../words/es/credentials/orders.ts'

export const useOrderWords = dictionary(es, en)
