import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/commands.ts'
import { es } from '../../words/es/commands.ts'

export const useCommandWords = dictionary(es, en)
