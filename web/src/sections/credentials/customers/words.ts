import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/credentials/customers.ts'
import { es } from '../../../words/es/credentials/customers.ts'

export const useCustomerWords = dictionary(es, en)
