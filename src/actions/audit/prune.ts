import { pruneAudit } from '../../store/audit/seals.ts'
import type { Database } from '../../store/kit/database.ts'

/** Batches per run; each deletes at most some ten thousand entries. */
const TIMES_A_RUN = 5

/**
 * Deletes sealed entries older than `before` and than the retention. The database writes the audit entry itself
 * (prune_audit in migrations/0001_baseline.sql).
 */
export async function pruneAuditLog(db: Database, before: Date): Promise<void> {
  for (let times = 0; times < TIMES_A_RUN; times++) if ((await pruneAudit(db, before)) === null) return
}
