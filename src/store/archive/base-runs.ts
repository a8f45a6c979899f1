// Positions of bases from uploaded files. A worker takes a run on a lease once all parts of its file are in the storage.
import type { BaseFailure, BaseResult, BaseRun } from '../../domain/archive/integrity/base-run.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

const COLUMNS = `id, file_name as "fileName", bytes, parts, state, attempts as attempt, progress_pct as "progressPct", result, failure, line,
  created_at as "createdAt", finished_at as "finishedAt"`

export type NewBaseRun = Pick<BaseRun, 'id' | 'fileName' | 'bytes' | 'createdAt'> & { readonly userId: number | null }

export const insertBaseRun = (db: Database, { id, fileName, bytes, userId, createdAt }: NewBaseRun) =>
  only<BaseRun>(
    db,
    statement(
      'base-run-insert',
      `insert into base_runs (id, file_name, bytes, user_id, created_at, due_at) values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
    ),
    [id, fileName, bytes, userId, createdAt],
  )

/** Newest first. */
export const listBaseRuns = (db: Database, limit: number) =>
  db.query<BaseRun>(statement('base-runs', `select ${COLUMNS} from base_runs order by id desc limit $1`), [limit])

export const findBaseRun = (db: Database, id: string) =>
  first<BaseRun>(db, statement('base-run', `select ${COLUMNS} from base_runs where id = $1`), [id])

/** Runs that are being sent or computed. */
export async function countOpenBaseRuns(db: Database): Promise<number> {
  const count = `select count(*)::int as count from base_runs where state in ('uploading', 'pending') and has_file`
  return (await only<{ count: number }>(db, statement('base-runs-open', count))).count
}

/** The last part makes the run due; a trigger wakes the workers. `null` if another part is expected. */
export const addBasePart = (db: Database, { id, parts }: Pick<BaseRun, 'id' | 'parts'>, isLast: boolean, now: Date) =>
  first<BaseRun>(
    db,
    statement(
      'base-run-part',
      `update base_runs set parts = parts + 1, due_at = $4, state = case when $3::boolean then 'pending' else state end
       where id = $1 and parts = $2 and state = 'uploading' returning ${COLUMNS}`,
    ),
    [id, parts, isLast, now],
  )

/** Leases a run. The attempt is counted before the work, so that one that crashes the process counts. */
export const takeBaseRun = (db: Database, now: Date, leasedUntil: Date): Promise<BaseRun | null> =>
  first<BaseRun>(
    db,
    statement(
      'base-run-take',
      `update base_runs set due_at = $2, attempts = attempts + 1
       where id = (select id from base_runs where state = 'pending' and due_at <= $1 order by due_at, id limit 1 for update skip locked)
       returning ${COLUMNS}`,
    ),
    [now, leasedUntil],
  )

interface BaseOutcome {
  readonly result: BaseResult | null
  readonly failure: BaseFailure | null
  readonly line: number | null
}

/** Does nothing if another worker has taken the run since. */
export const finishBaseRun = (
  db: Database,
  { id, attempt }: Pick<BaseRun, 'id' | 'attempt'>,
  { result, failure, line }: BaseOutcome,
  now: Date,
) =>
  db.query(
    statement(
      'base-run-finish',
      `update base_runs set state = case when $4::text is null then 'ready' else 'failed' end, progress_pct = 100,
         result = $3, failure = $4, line = $5, finished_at = $6
       where id = $1 and attempts = $2 and state = 'pending'`,
    ),
    [id, attempt, result && JSON.stringify(result), failure, line, now],
  )

/** Runs whose file is no longer needed: finished ones, and those whose last part arrived before `idleSince`. */
export const listSurplusBaseFiles = (db: Database, idleSince: Date) =>
  db.query<Pick<BaseRun, 'id' | 'bytes'>>(
    statement(
      'base-runs-surplus',
      `select id, bytes from base_runs
       where has_file and (state in ('ready', 'failed') or (state = 'uploading' and due_at < $1))`,
    ),
    [idleSince],
  )

/** Call after the parts were removed. An upload that was not completed leaves no run. */
export async function markBaseFileRemoved(db: Database, id: string): Promise<void> {
  const remove = `delete from base_runs where id = $1 and state = 'uploading'`
  await db.query(statement('base-run-delete-unfinished', remove), [id])
  await db.query(statement('base-run-file-removed', 'update base_runs set has_file = false where id = $1'), [id])
}

export const deleteBaseRuns = (db: Database, before: Date) =>
  db.query(statement('base-runs-delete', `delete from base_runs where created_at < $1 and not has_file`), [before])
