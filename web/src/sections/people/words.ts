import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/people/people.ts'
import { es } from '../../words/es/people/people.ts'

export const usePeopleWords = dictionary(es, en)
