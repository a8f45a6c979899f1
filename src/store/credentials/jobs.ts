// Jobs that process many credentials row by row. The tables are named after the first kind: issuing from a file.
import type { CredentialJob } from '../../domain/credentials/job.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { Listing, ownedBy, ownerOf, type PageRequest } from '../kit/listing.ts'
import type { CredentialQuestion, MatchPlace } from './list/matching.ts'

const COLUMNS = `issue_jobs.id, kind, deed as parameters, owner_id as "ownerId", owners.name as "ownerName", user_id as "userId", actor, address, file_name as "fileName",
  state, matching is not null as "isGathering", total, issued, failed, issue_jobs.created_at as "createdAt", finished_at as "finishedAt"`
const FROM = 'from issue_jobs left join owners on owners.id = owner_id'

/** Selects the credentials of a job until all of them have been added to its rows. */
export interface Matching {
  readonly question: CredentialQuestion
  readonly after: MatchPlace | null
}

export type NewJob = Pick<
  CredentialJob,
  'kind' | 'parameters' | 'ownerId' | 'userId' | 'actor' | 'address' | 'fileName' | 'total' | 'failed'
> & {
  readonly key: string
  readonly matching: Matching | null
  readonly createdAt: Date
}

/** `null` if the owner already has a job with this key. */
export async function insertJob(db: Database, job: NewJob): Promise<number | null> {
  const insert = `insert into issue_jobs (kind, deed, matching, key, owner_id, user_id, actor, address, file_name, total, failed, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing returning id`
  const { kind, key, ownerId, userId, actor, address, fileName, total, failed, createdAt } = job
  const [parameters, matching] = [
    job.parameters && JSON.stringify(job.parameters),
    job.matching && JSON.stringify(job.matching),
  ]
  const values = [kind, parameters, matching, key, ownerId, userId, actor, address, fileName, total, failed, createdAt]
  return (await first<{ id: number }>(db, statement('issue-job-insert', insert), values))?.id ?? null
}

export interface JobRow {
  readonly position: number
  readonly line: number
  readonly request: unknown
  readonly state: 'pending' | 'issued' | 'failed'
  readonly problems: unknown
}

export const insertJobRows = (db: Database, jobId: number, rows: readonly JobRow[]) =>
  db.query(
    statement(
      'issue-job-rows-insert',
      `insert into issue_job_rows (job_id, position, line, request, state, problems)
       select $1, position, line, request, state, problems
       from json_to_recordset($2::json) as r (position integer, line integer, request jsonb, state text, problems jsonb)`,
    ),
    [jobId, JSON.stringify(rows)],
  )

export async function findJob(db: Database, scope: OwnerScope, id: number): Promise<CredentialJob | null> {
  const select = `select ${COLUMNS} ${FROM} where issue_jobs.id = $1 and ${ownedBy('$2')}`
  return first<CredentialJob>(db, statement('issue-job', select), [id, ownerOf(scope)])
}

/** `ownerId` is `null` for jobs that belong to no single owner. */
export async function findJobByKey(db: Database, ownerId: number | null, key: string): Promise<CredentialJob | null> {
  const select = `select ${COLUMNS} ${FROM} where key = $1 and owner_id ${ownerId === null ? 'is null' : '= $2'}`
  const name = ownerId === null ? 'issue-job-by-key-all' : 'issue-job-by-key'
  return first<CredentialJob>(db, statement(name, select), ownerId === null ? [key] : [key, ownerId])
}

/** Appends the selected credentials to the job's rows, after position `behind`. Returns how many were new. */
export async function insertChosen(db: Database, jobId: number, behind: number, ids: readonly number[]) {
  const insert = `insert into issue_job_rows (job_id, position, line, request, credential_id)
    select $1, $2 + place - 1, $2 + place, '{}', id from unnest($3::bigint[]) with ordinality as chosen (id, place)
    on conflict do nothing returning 1`
  return (await db.query(statement('issue-job-rows-chosen', insert), [jobId, behind, ids])).length
}

export async function findMatching(db: Database, jobId: number): Promise<Matching | null> {
  const select = 'select matching from issue_jobs where id = $1'
  return (await first<{ matching: Matching | null }>(db, statement('issue-job-matching', select), [jobId]))!.matching
}

/**
 * Adds `more` rows to the total of a job whose rows are still being gathered. `matching`: where to continue; `null`
 * when all rows are gathered. A job that gathered no rows is finished.
 */
export const saveGathered = (db: Database, jobId: number, more: number, matching: Matching | null, now: Date) =>
  db.query(
    statement(
      'issue-job-gathered',
      `update issue_jobs set total = total + $2, matching = $3::jsonb, stepped_at = $4::timestamptz,
         state = case when $3::jsonb is null and total + $2 = 0 then 'finished' else state end,
         finished_at = case when $3::jsonb is null and total + $2 = 0 then $4::timestamptz else finished_at end
       where id = $1`,
    ),
    [jobId, more, matching && JSON.stringify(matching), now],
  )

export function listJobs(db: Database, scope: OwnerScope, page: PageRequest): Promise<CredentialJob[]> {
  const list = new Listing().of(scope)
  return db.query<CredentialJob>(
    list.page('issue-jobs', `select ${COLUMNS} ${FROM}`, 'issue_jobs.id', page),
    list.values,
  )
}

/** Locks the running job that has waited longest; skips jobs locked by other nodes. */
export async function lockRunningJob(db: Database): Promise<CredentialJob | null> {
  const select = `select ${COLUMNS} ${FROM} where state = 'running' order by stepped_at nulls first, issue_jobs.id limit 1 for update of issue_jobs skip locked`
  return first<CredentialJob>(db, statement('issue-job-lock', select))
}

export interface PendingRow extends Pick<JobRow, 'position' | 'line' | 'request'> {
  /** The credential to change; `null` in rows that issue a new one. */
  readonly credentialId: number | null
}

export const listPendingRows = (db: Database, jobId: number, limit: number) =>
  db.query<PendingRow>(
    statement(
      'issue-job-rows-pending',
      `select position, line, request, credential_id as "credentialId" from issue_job_rows where job_id = $1 and state = 'pending' order by position limit $2`,
    ),
    [jobId, limit],
  )

export interface RowResult {
  readonly position: number
  readonly done: boolean
  /** The issued credential; `null` if the row already has one or failed. */
  readonly credentialId: number | null
  readonly problems: unknown
}

/** Also updates the job's counts and finishes it when no row is pending. */
export async function writeResults(
  db: Database,
  jobId: number,
  results: readonly RowResult[],
  now: Date,
): Promise<void> {
  await db.query(
    statement(
      'issue-job-results',
      `update issue_job_rows set credential_id = coalesce(r."credentialId", credential_id), problems = r.problems,
         state = case when r.done then 'issued' else 'failed' end
       from json_to_recordset($2::json) as r (position integer, done boolean, "credentialId" bigint, problems jsonb)
       where job_id = $1 and issue_job_rows.position = r.position and state = 'pending'`,
    ),
    [jobId, JSON.stringify(results)],
  )
  const issued = results.filter(({ done }) => done).length
  await db.query(
    statement(
      'issue-job-progress',
      `update issue_jobs set issued = issued + $2, failed = failed + $3, stepped_at = $4::timestamptz,
         state = case when issued + failed + $2 + $3 >= total then 'finished' else state end,
         finished_at = case when issued + failed + $2 + $3 >= total then $4::timestamptz else finished_at end
       where id = $1`,
    ),
    [jobId, issued, results.length - issued, now],
  )
}

/** False if the job was not running. */
export async function stopJob(db: Database, id: number, now: Date): Promise<boolean> {
  const stop = `update issue_jobs set state = 'stopped', finished_at = $2 where id = $1 and state = 'running' returning id`
  return (await db.query(statement('issue-job-stop', stop), [id, now])).length === 1
}

/** A row with its encrypted secret. The caller has checked that the user may see the job. */
export interface JobOutcome extends JobRow {
  readonly credentialId: number | null
  readonly secret: Buffer | null
  readonly username: string | null
  readonly startsAt: Date | null
  readonly expiresAt: Date | null
}

/** In file order, after position `after`. `onlyFailed`: only rows that failed, with their problems. */
export const listOutcomes = (db: Database, jobId: number, after: number, limit: number, onlyFailed = false) =>
  db.query<JobOutcome>(
    statement(
      onlyFailed ? 'issue-job-failures' : 'issue-job-outcomes',
      `select position, line, request, state, problems, credential_id as "credentialId", secret, username, starts_at as "startsAt",
         expires_at as "expiresAt"
       from issue_job_rows left join credentials on credentials.id = credential_id
       where job_id = $1 and position > $2 ${onlyFailed ? `and state = 'failed'` : ''} order by position limit $3`,
    ),
    [jobId, after, limit],
  )

/** Deletes the rows too; the credentials stay. */
export async function deleteJobs(db: Database, finishedBefore: Date): Promise<void> {
  await db.query(
    statement('issue-jobs-delete', `delete from issue_jobs where state <> 'running' and finished_at < $1`),
    [finishedBefore],
  )
}
