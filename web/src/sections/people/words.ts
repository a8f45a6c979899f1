import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/people.ts'
import { es } from '../../words/es/people.ts'

export const usePeopleWords = dictionary(es, en)
