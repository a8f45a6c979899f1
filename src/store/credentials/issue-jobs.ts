import type { IssueJob } from '../../domain/credentials/issue-job.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { Listing, ownedBy, ownerOf, type PageRequest } from '../kit/listing.ts'

const COLUMNS = `issue_jobs.id, owner_id as "ownerId", owners.name as "ownerName", user_id as "userId", actor, address, file_name as "fileName",
  state, total, issued, failed, issue_jobs.created_at as "createdAt", finished_at as "finishedAt"`
const FROM = 'from issue_jobs join owners on owners.id = owner_id'

export type NewJob = Pick<IssueJob, 'ownerId' | 'userId' | 'actor' | 'address' | 'fileName' | 'total' | 'failed'> & {
  readonly key: string
  readonly createdAt: Date
}

/** null: there is a job of this owner with this key already. */
export async function insertJob(db: Database, job: NewJob): Promise<number | null> {
  const insert = `insert into issue_jobs (key, owner_id, user_id, actor, address, file_name, total, failed, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`
  const { key, ownerId, userId, actor, address, fileName, total, failed, createdAt } = job
  const values = [key, ownerId, userId, actor, address, fileName, total, failed, createdAt]
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

export async function findJob(db: Database, scope: OwnerScope, id: number): Promise<IssueJob | null> {
  const select = `select ${COLUMNS} ${FROM} where issue_jobs.id = $1 and ${ownedBy('$2')}`
  return first<IssueJob>(db, statement('issue-job', select), [id, ownerOf(scope)])
}

export async function findJobByKey(db: Database, ownerId: number, key: string): Promise<IssueJob | null> {
  const select = `select ${COLUMNS} ${FROM} where owner_id = $1 and key = $2`
  return first<IssueJob>(db, statement('issue-job-by-key', select), [ownerId, key])
}

/** Newest first. */
export function listJobs(db: Database, scope: OwnerScope, page: PageRequest): Promise<IssueJob[]> {
  const list = new Listing().of(scope)
  return db.query<IssueJob>(list.page('issue-jobs', `select ${COLUMNS} ${FROM}`, 'issue_jobs.id', page), list.values)
}

/** One that runs, for this transaction; those that others have in hand are passed over. */
export async function lockRunningJob(db: Database): Promise<IssueJob | null> {
  const select = `select ${COLUMNS} ${FROM} where state = 'running' order by issue_jobs.id limit 1 for update of issue_jobs skip locked`
  return first<IssueJob>(db, statement('issue-job-lock', select))
}

/** Cheaper than taking one: nearly always there is none. */
export async function anyJobRuns(db: Database): Promise<boolean> {
  const select = `select from issue_jobs where state = 'running' limit 1`
  return (await db.query(statement('issue-jobs-running', select))).length > 0
}

export const listPendingRows = (db: Database, jobId: number, limit: number) =>
  db.query<Pick<JobRow, 'position' | 'line' | 'request'>>(
    statement(
      'issue-job-rows-pending',
      `select position, line, request from issue_job_rows where job_id = $1 and state = 'pending' order by position limit $2`,
    ),
    [jobId, limit],
  )

export interface RowResult {
  readonly position: number
  readonly credentialId: number | null
  readonly problems: unknown
}

/** With the counts of the job, which ends when nothing is left. */
export async function writeResults(
  db: Database,
  jobId: number,
  results: readonly RowResult[],
  now: Date,
): Promise<void> {
  await db.query(
    statement(
      'issue-job-results',
      `update issue_job_rows set credential_id = r."credentialId", problems = r.problems,
         state = case when r."credentialId" is null then 'failed' else 'issued' end
       from json_to_recordset($2::json) as r (position integer, "credentialId" bigint, problems jsonb)
       where job_id = $1 and issue_job_rows.position = r.position and state = 'pending'`,
    ),
    [jobId, JSON.stringify(results)],
  )
  const issued = results.filter(({ credentialId }) => credentialId !== null).length
  await db.query(
    statement(
      'issue-job-progress',
      `update issue_jobs set issued = issued + $2, failed = failed + $3,
         state = case when issued + failed + $2 + $3 >= total then 'finished' else state end,
         finished_at = case when issued + failed + $2 + $3 >= total then $4::timestamptz else finished_at end
       where id = $1`,
    ),
    [jobId, issued, results.length - issued, now],
  )
}

/** False: it runs no longer. */
export async function stopJob(db: Database, id: number, now: Date): Promise<boolean> {
  const stop = `update issue_jobs set state = 'stopped', finished_at = $2 where id = $1 and state = 'running' returning id`
  return (await db.query(statement('issue-job-stop', stop), [id, now])).length === 1
}

/** Of a job that whoever asks may see, with the encrypted secrets of what was issued. */
export interface JobOutcome extends JobRow {
  readonly credentialId: number | null
  readonly secret: Buffer | null
  readonly username: string | null
  readonly startsAt: Date | null
  readonly expiresAt: Date | null
}

/** In the order of the file, behind `after`; `onlyFailed`: what was not issued and why. */
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

/** What was in the files goes with them; the credentials stay. */
export async function deleteJobs(db: Database, finishedBefore: Date): Promise<void> {
  await db.query(
    statement('issue-jobs-delete', `delete from issue_jobs where state <> 'running' and finished_at < $1`),
    [finishedBefore],
  )
}
