// Leases of computations from the archive.
import { type Database, statement } from '../kit/database.ts'

export type RunTable = 'integrity_runs' | 'base_runs'

interface Attempt {
  readonly id: string
  readonly attempt: number
}

/** Extends the lease. Returns false if another worker has taken the run since. */
export async function noteRunProgress(
  db: Database,
  table: RunTable,
  { id, attempt }: Attempt,
  progressPct: number,
  leasedUntil: Date,
): Promise<boolean> {
  const update = `update ${table} set progress_pct = $3, due_at = $4 where id = $1 and attempts = $2 and state = 'pending' returning id`
  const noted = await db.query(statement(`run-progress-${table}`, update), [id, attempt, progressPct, leasedUntil])
  return noted.length > 0
}

/** Ends the lease: the run is due again at `dueAt`. `isCounted`: false as if the run had not been taken. */
export const releaseRun = (
  db: Database,
  table: RunTable,
  { id, attempt }: Attempt,
  { dueAt, isCounted }: { readonly dueAt: Date; readonly isCounted: boolean },
) =>
  db.query(
    statement(
      `run-release-${table}`,
      `update ${table} set due_at = $3, attempts = attempts - case when $4::boolean then 0 else 1 end
       where id = $1 and attempts = $2 and state = 'pending'`,
    ),
    [id, attempt, dueAt, isCounted],
  )
