import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/shell/commands.ts'
import { es } from '../../words/es/shell/commands.ts'

export const useCommandWords = dictionary(es, en)
