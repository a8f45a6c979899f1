import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/account.ts'
import { es } from '../../words/es/account.ts'

export const useAccountWords = dictionary(es, en)
