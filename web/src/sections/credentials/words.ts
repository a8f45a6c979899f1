import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/credentials/credentials.ts'
import { es } from '../../words/es/credentials/credentials.ts'

export const useCredentialWords = dictionary(es, en)
