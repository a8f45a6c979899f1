import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/network/dashboard.ts'
import { es } from '../../words/es/network/dashboard.ts'

export const useDashboardWords = dictionary(es, en)
