import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/audit.ts'
import { es } from '../../words/es/audit.ts'

export const useAuditWords = dictionary(es, en)
export type AuditWords = typeof es
