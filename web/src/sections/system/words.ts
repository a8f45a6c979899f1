import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/shell/system.ts'
import { es } from '../../words/es/shell/system.ts'

export const useSystemWords = dictionary(es, en)
