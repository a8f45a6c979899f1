// Computations from the archive that operators requested. A worker takes a due run on a lease, as with RINEX orders.
import type { IntegrityRun, RunResult } from '../../domain/archive/integrity/run.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

export const INTEGRITY_RUNS_DUE = 'integrity_runs'

const COLUMNS = `id, station_id as "stationId", from_at as "from", to_at as "to", state, attempts as attempt, progress_pct as "progressPct",
  result, failure, created_at as "createdAt", finished_at as "finishedAt"`

export type NewIntegrityRun = Pick<IntegrityRun, 'id' | 'stationId' | 'from' | 'to' | 'createdAt'> & {
  readonly userId: number | null
}

/** A trigger wakes the workers. */
export const insertIntegrityRun = (db: Database, { id, stationId, from, to, userId, createdAt }: NewIntegrityRun) =>
  only<IntegrityRun>(
    db,
    statement(
      'integrity-run-insert',
      `insert into integrity_runs (id, station_id, from_at, to_at, user_id, created_at, due_at)
       values ($1, $2, $3, $4, $5, $6, $6) returning ${COLUMNS}`,
    ),
    [id, stationId, from, to, userId, createdAt],
  )

/** Newest first. */
export const listIntegrityRuns = (db: Database, stationId: number, limit: number) =>
  db.query<IntegrityRun>(
    statement(
      'integrity-runs',
      `select ${COLUMNS} from integrity_runs where station_id = $1 order by id desc limit $2`,
    ),
    [stationId, limit],
  )

export async function countPendingRuns(db: Database): Promise<number> {
  const count = `select count(*)::int as count from integrity_runs where state = 'pending'`
  return (await only<{ count: number }>(db, statement('integrity-runs-pending', count))).count
}

type Attempt = Pick<IntegrityRun, 'id' | 'attempt'>

/** Leases a run. The attempt is counted before the work, so that one that crashes the process counts. */
export const takeIntegrityRun = (db: Database, now: Date, leasedUntil: Date): Promise<IntegrityRun | null> =>
  first<IntegrityRun>(
    db,
    statement(
      'integrity-run-take',
      `update integrity_runs set due_at = $2, attempts = attempts + 1
       where id = (select id from integrity_runs where state = 'pending' and due_at <= $1 order by due_at, id limit 1 for update skip locked)
       returning ${COLUMNS}`,
    ),
    [now, leasedUntil],
  )

/** Returns false if another worker has taken the run since. */
export async function finishIntegrityRun(
  db: Database,
  { id, attempt }: Attempt,
  result: RunResult,
  now: Date,
): Promise<boolean> {
  const update = `update integrity_runs set state = 'ready', progress_pct = 100, result = $3, finished_at = $4
    where id = $1 and attempts = $2 and state = 'pending' returning id`
  return (
    (await db.query(statement('integrity-run-finish', update), [id, attempt, JSON.stringify(result), now])).length > 0
  )
}

export const failIntegrityRun = (
  db: Database,
  { id, attempt }: Attempt,
  failure: NonNullable<IntegrityRun['failure']>,
  now: Date,
) =>
  db.query(
    statement(
      'integrity-run-fail',
      `update integrity_runs set state = 'failed', failure = $3, finished_at = $4 where id = $1 and attempts = $2 and state = 'pending'`,
    ),
    [id, attempt, failure, now],
  )

export const deleteIntegrityRuns = (db: Database, before: Date) =>
  db.query(
    statement('integrity-runs-delete', `delete from integrity_runs where created_at < $1 and state <> 'pending'`),
    [before],
  )
