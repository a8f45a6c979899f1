// Brings jobs on, in the background. Each step does some rows and notes their results in one transaction that holds the job: a crash
// loses a step and nothing else, and no node does a row that another has done.

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

/** Some tens of milliseconds, or some hundreds: progress moves, and a job does not keep others waiting. */
const STEP = 100
/** So many at a time, so that whoever stops the process waits little. */
const STEPS_AT_A_TIME = 20

export interface JobServices extends Pick<StepContext, 'keys' | 'customerMail'> {
  readonly db: Database
  readonly current: () => Promise<Current>
  readonly clock: () => Date
}

/** Brings what runs some steps on. */
export async function stepJobs(services: JobServices): Promise<void> {
  const { db, keys, current, clock } = services
  for (let step = 0; step < STEPS_AT_A_TIME; step++) {
    const { book } = await current()
    if (!(await stepJob({ db, keys, book, now: clock(), customerMail: services.customerMail }))) return
  }
}

export type StepServices = Omit<StepContext, 'tx'> & { readonly db: Database }

/** The next rows of some job; false: nothing is left that nobody else has in hand. */
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

/** What was done stays done. A job that runs no longer is left as it is. */
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
