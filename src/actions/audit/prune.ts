import { system } from '../../domain/audit/deed.ts'
import { pruneAudit } from '../../store/audit/seals.ts'
import type { Database } from '../../store/kit/database.ts'
import { record } from '../context.ts'

/** So many ranges a run, each of at most a thousand entries. */
const SEALS_A_RUN = 50

/** Removes sealed entries that are older than that, and tells of it. */
export async function pruneAuditLog(db: Database, before: Date, now: Date): Promise<void> {
  let entries = 0
  for (let seals = 0; seals < SEALS_A_RUN; seals++) {
    const removed = await pruneAudit(db, before)
    if (removed === null) break
    entries += removed
  }
  if (entries === 0) return
  const details = { entries, before: before.toISOString() }
  await record(db, { by: system('retention'), now }, { action: 'audit.pruned', details })
}
