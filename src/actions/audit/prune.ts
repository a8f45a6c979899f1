import { pruneAudit } from '../../store/audit/seals.ts'
import type { Database } from '../../store/kit/database.ts'

/** So many times a run; each removes some ten thousand entries at most. */
const TIMES_A_RUN = 5

/** Removes sealed entries that are older than that and than the retention. The database logs it itself (prune_audit in migrations/0001_baseline.sql). */
export async function pruneAuditLog(db: Database, before: Date): Promise<void> {
  for (let times = 0; times < TIMES_A_RUN; times++) if ((await pruneAudit(db, before)) === null) return
}
