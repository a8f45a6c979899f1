import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/dashboard.ts'
import { es } from '../../words/es/dashboard.ts'

export const useDashboardWords = dictionary(es, en)
