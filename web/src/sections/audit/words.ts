import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/people/audit.ts'
import { es } from '../../words/es/people/audit.ts'

export const useAuditWords = dictionary(es, en)
export type AuditWords = typeof es
