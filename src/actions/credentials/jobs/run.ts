// Runs jobs in the background. Each step processes some rows and saves their results in one transaction that locks the
// job. A crash loses at most one step, and no row is processed twice.

import { Refusal } from '../../../domain/codes/refusal.ts'
import type { CredentialJob } from '../../../domain/credentials/job.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import * as jobs from '../../../store/credentials/jobs.ts'
import type { Current } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import { type ActionContext, record } from '../../context.ts'
import { changeRows, gatherRows } from './change.ts'
import { issueRows } from './issue.ts'
import type { StepContext } from './step.ts'

/** Rows per step. Takes tens to hundreds of milliseconds, so progress is visible and other jobs get their turn. */
const STEP = 100
/** Max steps per run, so that a shutdown does not wait long. */
const STEPS_AT_A_TIME = 20

export interface JobServices extends Pick<StepContext, 'keys' | 'customerMail'> {
  readonly db: Database
  readonly current: () => Promise<Current>
  readonly clock: () => Date
}

export async function stepJobs(services: JobServices): Promise<void> {
  const { db, keys, current, clock } = services
  for (let step = 0; step < STEPS_AT_A_TIME; step++) {
    const { book } = await current()
    if (!(await stepJob({ db, keys, book, now: clock(), customerMail: services.customerMail }))) return
  }
}

export type StepServices = Omit<StepContext, 'tx'> & { readonly db: Database }

/** Processes the next rows of a job; returns false if no unlocked job has rows left. */
export function stepJob({ db, ...services }: StepServices): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await jobs.lockRunningJob(tx)
    if (!job) return false
    const context = { ...services, tx }
    if (job.isGathering) {
      await gatherRows(context, job)
      return true
    }
    const rows = await jobs.listPendingRows(tx, job.id, STEP)
    const results = await (job.kind === 'issue' ? issueRows : changeRows)(context, job, rows)
    await jobs.writeResults(tx, job.id, results, context.now)
    return true
  })
}

/** Finished rows are not rolled back. Does nothing if the job is no longer running. */
export function stopJob(context: ActionContext, within: OwnerScope, id: number): Promise<CredentialJob> {
  return context.db.transaction(async (tx) => {
    const found = await jobs.findJob(tx, within, id)
    if (!found) throw new Refusal('issue_job_not_found')
    if (await jobs.stopJob(tx, id, context.now)) {
      const { kind, ownerId, fileName: file } = found
      const subject = { kind: 'issue_job', id } as const
      const details = kind === 'issue' ? { file } : { deed: kind }
      const whose = ownerId === null ? {} : { ownerId }
      await record(tx, context, { action: 'issue_job.stopped', subject, ...whose, details })
    }
    return (await jobs.findJob(tx, within, id))!
  })
}
