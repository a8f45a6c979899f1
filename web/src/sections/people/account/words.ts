import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/people/account.ts'
import { es } from '../../../words/es/people/account.ts'

export const useAccountWords = dictionary(es, en)
