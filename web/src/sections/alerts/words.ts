import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/network/alerts.ts'
import { es } from '../../words/es/network/alerts.ts'

export const useAlertWords = dictionary(es, en)
