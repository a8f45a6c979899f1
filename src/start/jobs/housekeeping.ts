// The background jobs and their intervals. Every job can run on several nodes at the same time.

import { reportMonth } from '../../actions/alerts/hosts/notify.ts'
import { expireCredentials } from '../../actions/credentials/expire.ts'
import { type JobServices as IssuingServices, stepJobs } from '../../actions/credentials/jobs/run.ts'
import { notifyCustomers } from '../../actions/delivery/notify-customers.ts'
import { IntegrityJudge } from '../../actions/network/judge-integrity.ts'
import { QualityJudge } from '../../actions/network/judge-quality.ts'
import type { ReadTableOf } from '../../actions/network/upstreams/follow.ts'
import { type Around, followed } from '../../base/running/around.ts'
import { type LoopWatch, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { type Retention, wholeDaysAgo } from '../../domain/operations/retention.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { Current } from '../../store/current/current.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { UPSTREAMS_DUE } from '../../store/network/upstreams/rows.ts'
import { adoptCopiedEvents } from '../../store/webhooks/events.ts'
import type { DueWorkPoll } from './due-work.ts'
import { upstreamFollowing } from './follow-upstreams.ts'
import { CustomerForgetter } from './forget-customers.ts'
import { keepArchiveBudget, type RemoveArchiveFile } from './keep-archive-budget.ts'
import { noteFigures } from './note-figures.ts'
import { auditSealing } from './seal-audit.ts'
import { tidyUp } from './tidy-up.ts'
import { alertWatch } from './watch-alerts.ts'

/** Interval of jobs that `DueWorkPoll` usually wakes within a second. */
const FALLBACK_EVERY_MS = MINUTE_MS
const NOTICES_EVERY_MS = 10_000
const CLEANING_EVERY_MS = MINUTE_MS
/** Short enough to run soon after the start of every five minutes. */
const COUNTING_EVERY_MS = 30_000
const SEALING_EVERY_MS = 10_000
const ALERTS_EVERY_MS = 10_000
const QUALITY_EVERY_MS = MINUTE_MS
const ARCHIVE_EVERY_MS = 10 * MINUTE_MS
/** Events per statement. */
const EVENTS_ADOPTED = 2_000

export interface JobServices {
  readonly db: DatabasePool
  readonly keys: IssuingServices['keys']
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly customerMail?: IssuingServices['customerMail']
  readonly warn: (job: string, error: unknown) => void
  readonly info: (facts: object, message: string) => void
  /** Observes the runs of a job; called once per job. */
  readonly watch?: (job: string) => LoopWatch
  readonly retention: Retention
  readonly dueWork: DueWorkPoll
  /** Whether the service can send mail now; if omitted, it cannot. */
  readonly canMail?: () => boolean
  readonly around?: Around | undefined
  /** Fetches an upstream caster's sourcetable; if omitted, none is followed. */
  readonly readTable?: ReadTableOf | undefined
  /** Deletes a file of the archive; if omitted, its budget is not applied here. */
  readonly removeArchiveFile?: RemoveArchiveFile | undefined
}

/** Returns a function that stops: no new run starts, and running jobs are awaited. */
export function startHousekeeping(services: JobServices): () => Promise<void> {
  const { db, current, clock, warn, info, watch, retention, canMail = () => false } = services
  const repeat = (name: string, everyMs: number, job: () => Promise<unknown>) =>
    wakeableLoop(followed(services.around, `job ${name}`, job), {
      everyMs,
      watch: watch?.(name),
      warn: (error) => warn(name, error),
    })
  let hasAdopted = false
  const quality = new QualityJudge()
  const integrity = new IntegrityJudge()
  const forgetter = new CustomerForgetter(db)
  const expiry = repeat('expiry', FALLBACK_EVERY_MS, async () => {
    const { book } = await current()
    await expireCredentials({ db, book, now: clock() })
  })
  const issuing = repeat('issuing from files', FALLBACK_EVERY_MS, () => stepJobs(services))
  services.dueWork.onDue('expiry', expiry.wake)
  services.dueWork.onDue('issuing', issuing.wake)
  const jobs = [
    expiry,
    issuing,
    repeat('notices to customers', NOTICES_EVERY_MS, async () => {
      await current() // refreshes the mail settings
      const { customerMail } = services
      if (customerMail) await notifyCustomers(db, customerMail, clock())
    }),
    repeat('tidying up', CLEANING_EVERY_MS, async () => {
      // Once per start: copying the database to another server requires a restart.
      while (!hasAdopted) hasAdopted = (await adoptCopiedEvents(db, EVENTS_ADOPTED)) < EVENTS_ADOPTED
      await tidyUp(db, clock(), retention)
    }),
    repeat('forgetting customers', CLEANING_EVERY_MS, async () => {
      const now = clock()
      if (retention.customersMs !== null) await forgetter.run(wholeDaysAgo(now, retention.customersMs), now)
    }),
    repeat('sealing the audit log', SEALING_EVERY_MS, auditSealing(db, clock, info)),
    repeat('alerts', ALERTS_EVERY_MS, alertWatch({ db, current, clock, canMail })),
    repeat('reports to hosts', CLEANING_EVERY_MS, async () => {
      await current() // refreshes the mail settings
      if (canMail()) await reportMonth(db, clock())
    }),
    repeat('quality', QUALITY_EVERY_MS, async () => {
      const { book } = await current()
      await quality.run(db, book.active, clock())
    }),
    repeat('integrity', QUALITY_EVERY_MS, async () => {
      const { book } = await current()
      await integrity.run(db, book.active, clock())
    }),
    repeat('counting rovers', COUNTING_EVERY_MS, () => noteFigures(db, clock())),
  ]
  const { readTable, keys, removeArchiveFile } = services
  if (removeArchiveFile)
    jobs.push(
      repeat('archive budget', ARCHIVE_EVERY_MS, async () => {
        const files = await keepArchiveBudget(db, removeArchiveFile, clock())
        if (files > 0) info({ files }, 'Deleted the oldest files of the archive, which exceeded its budget')
      }),
    )
  if (readTable) {
    const following = upstreamFollowing({ db, keys, clock, readTable, info })
    const job = repeat('upstream tables', FALLBACK_EVERY_MS, following)
    services.dueWork.onDue('upstreams', job.wake)
    const stopListening = db.listen(UPSTREAMS_DUE, job.wake)
    jobs.push({
      ...job,
      async stop() {
        await stopListening()
        await job.stop()
      },
    })
  }
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()))
  }
}
