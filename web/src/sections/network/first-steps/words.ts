import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/first-steps.ts'
import { es } from '../../../words/es/first-steps.ts'

export const useFirstStepWords = dictionary(es, en)
