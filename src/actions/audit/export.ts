import { type ActionContext, record } from '../context.ts'

/** Logs the export of the audit log, with its filter. */
export const recordAuditExport = (context: ActionContext, asked: Readonly<Record<string, unknown>>) =>
  record(context.db, context, { action: 'audit.exported', details: { ...asked } })
