import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/shell/settings.ts'
import { es } from '../../words/es/shell/settings.ts'

export const useSettingsWords = dictionary(es, en)
