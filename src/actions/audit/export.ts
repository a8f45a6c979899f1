import { type ActionContext, record } from '../context.ts'

/** Who takes the log away is in it, with what they asked for. */
export const recordAuditExport = (context: ActionContext, asked: Readonly<Record<string, unknown>>) =>
  record(context.db, context, { action: 'audit.exported', details: { ...asked } })
