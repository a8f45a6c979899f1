import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/settings.ts'
import { es } from '../../words/es/settings.ts'

export const useSettingsWords = dictionary(es, en)
