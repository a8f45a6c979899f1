import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/alerts.ts'
import { es } from '../../words/es/alerts.ts'

export const useAlertWords = dictionary(es, en)
