import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/network/first-steps.ts'
import { es } from '../../../words/es/network/first-steps.ts'

export const useFirstStepWords = dictionary(es, en)
