import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/credentials.ts'
import { es } from '../../words/es/credentials.ts'

export const useCredentialWords = dictionary(es, en)
