import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/orders.ts'
import { es } from '../../words/es/orders.ts'

export const useOrderWords = dictionary(es, en)
