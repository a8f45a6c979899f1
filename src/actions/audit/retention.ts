import { system } from '../../domain/audit/action.ts'
import { auditDays, maySetAuditDays, saveAuditDays } from '../../store/audit/retention.ts'
import type { Database } from '../../store/kit/database.ts'
import { record } from '../context.ts'

/**
 * Sets the retention that the database enforces; `null` keeps entries forever. Does nothing if the database role may
 * not change it. Changes are logged.
 */
export async function setAuditRetention(db: Database, days: number | null, now: Date): Promise<void> {
  if (!(await maySetAuditDays(db))) return
  await db.transaction(async (tx) => {
    const was = await auditDays(tx)
    if (was === days) return
    await saveAuditDays(tx, days)
    await record(
      tx,
      { by: system('retention'), now },
      { action: 'settings.changed', details: { auditDays: days, was: { auditDays: was } } },
    )
  })
}
