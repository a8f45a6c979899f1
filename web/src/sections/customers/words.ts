import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/customers.ts'
import { es } from '../../words/es/customers.ts'

export const useCustomerWords = dictionary(es, en)
