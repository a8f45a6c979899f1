import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/people/hosts.ts'
import { es } from '../../../words/es/people/hosts.ts'

export const useHostWords = dictionary(es, en)
