// Makes files of a task that a worker takes on a lease: an order, or a day. A worker that dies loses its lease, and
// another one makes the files.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayOf, hasDailyEpochs } from '../../domain/archive/daily.ts'
import type { RinexFailure, RinexFormat, RinexWindow } from '../../domain/archive/rinex-order.ts'
import type { Segment } from '../../domain/archive/segment.ts'
import type { Window } from '../../domain/archive/window.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { listDailyContents } from '../../store/archive/daily.ts'
import { listObserved } from '../../store/archive/segments.ts'
import type { Database } from '../../store/kit/database.ts'
import { dailySources } from '../reading/daily.ts'
import { observedHourOf, VALID_MS } from '../reading/window.ts'
import type { MadeRinex, RinexJob } from './make.ts'
import type { RinexServices } from './services.ts'

const LEASE_MS = 2 * MINUTE_MS
/** Extends the lease while the thread works, even if a long hour brings no progress. */
const RENEW_EVERY_MS = 30_000

export interface LeasedTask {
  readonly stationId: number
  /** Number of this attempt, starting at 1. */
  readonly attempt: number
}

export interface LeasedWork<Task extends LeasedTask> {
  readonly mostAttempts: number
  /** Wait after the first failed attempt; after the second it is twice as long. */
  readonly retryAfterMs: number
  take(now: Date, leasedUntil: Date): Promise<Task | null>
  /** What to make. */
  windowOf(task: Task): RinexWindow & RinexFormat
  /** Extends the lease. Resolves to false if the task belongs to another worker. */
  renew(task: Task, percent: number, leasedUntil: Date): Promise<boolean>
  /** Ends the lease: the task is due again at this time. */
  release(task: Task, dueAt: Date): Promise<unknown>
  /** Ends the lease as if the task had not been taken. */
  giveBack(task: Task): Promise<unknown>
  /** The task cannot be done, and is not tried again. */
  fail(task: Task, failure: RinexFailure): Promise<unknown>
  /** Stores the files that were made in the folder. */
  finish(task: Task, made: MadeRinex, folder: string): Promise<void>
}

/** Returns whether there was a task. */
export async function workOnce<Task extends LeasedTask>(
  services: RinexServices,
  work: LeasedWork<Task>,
  isStopping: () => boolean,
): Promise<boolean> {
  const { clock, warn } = services
  if (isStopping()) return false
  const task = await work.take(clock(), leaseEnd(clock()))
  if (!task) return false
  // All attempts were started and none finished: the task may be what crashes the process.
  if (task.attempt > work.mostAttempts) {
    await work.fail(task, 'broken_off')
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'vertice-rinex-'))
  try {
    await makeFiles(services, work, task, folder, isStopping)
  } catch (error) {
    // A restart is no failure of the task.
    if (isStopping()) await work.giveBack(task)
    else {
      warn(error)
      if (task.attempt < work.mostAttempts) await work.release(task, retryAt(work, task, clock()))
      else await work.fail(task, 'internal_error')
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

export const retryAt = (work: { readonly retryAfterMs: number }, { attempt }: LeasedTask, now: Date): Date =>
  new Date(now.getTime() + work.retryAfterMs * attempt)

async function makeFiles<Task extends LeasedTask>(
  services: RinexServices,
  work: LeasedWork<Task>,
  task: Task,
  folder: string,
  isStopping: () => boolean,
): Promise<void> {
  const { clock, warn } = services
  let percent = 0
  let hasLease = true
  // A renewal that ends after the result is written would overwrite when the task is due again.
  let renewed = Promise.resolve()
  const renew = () => {
    renewed = renewed
      .then(async () => {
        hasLease = await work.renew(task, percent, leaseEnd(clock()))
      })
      .catch(warn)
  }
  const renewing = setInterval(renew, RENEW_EVERY_MS)
  const endRenewing = () => {
    clearInterval(renewing)
    return renewed
  }
  try {
    const job = await jobOf(services, task.stationId, work.windowOf(task), folder)
    // Aborting ends only a job that runs.
    if (isStopping()) throw new Error('the service stops')
    let noted = 0
    const outcome = await services.make(job, (now) => {
      percent = now
      if (now < noted + 10) return
      noted = now
      renew()
    })
    if ('failure' in outcome) {
      await endRenewing()
      return void (await work.fail(task, outcome.failure))
    }
    if (outcome.unread.length > 0)
      warn(new Error(`${outcome.unread.length} files of the archive cannot be read: ${outcome.unread.join(', ')}`))
    await renewed
    if (hasLease) await work.finish(task, outcome, folder)
  } finally {
    await endRenewing()
  }
}

async function jobOf(
  { db, clock, program, stationOf, siteOf }: RinexServices,
  stationId: number,
  window: RinexWindow & RinexFormat,
  folder: string,
): Promise<RinexJob> {
  const { station, networkName } = await stationOf(stationId)
  const { from, to, intervalS, version, constellations, navigation, hatanaka } = window
  // Receive times are later than times of observation, a wrong clock can be an hour off, and ephemerides are valid for
  // hours before and after their own.
  const [first, last] = [new Date(from.getTime() - VALID_MS), new Date(to.getTime() + VALID_MS)]
  const segments = await listObserved(db, stationId, first, last)
  return {
    ...{ from, to, intervalS, version, constellations, navigation, hatanaka },
    daily: hasDailyEpochs(intervalS) ? await dailyOf(db, stationId, segments, { from, to }) : undefined,
    segments: segments.map(({ name, hour, format, state, firstEpoch, lastEpoch, observedHour }) => ({
      ...{ name, hour, format, state, firstEpoch, lastEpoch, observedHour },
    })),
    folder,
    station: {
      code: station?.code ?? String(stationId),
      name: station?.name ?? '',
      country: station?.country ?? 'XXX',
    },
    site: await siteOf(stationId, from),
    program,
    agency: networkName,
    writtenAt: clock(),
  }
}

/** The days of GPS time begin and end some seconds before those of UTC. */
async function dailyOf(db: Database, stationId: number, segments: readonly Segment[], window: Window) {
  const [first, last] = [window.from, new Date(window.to.getTime() + MINUTE_MS)]
  const files = await listDailyContents(db, stationId, dayOf(first), dayOf(last))
  const recorded = segments.filter(({ epochs }) => epochs > 0).map((one) => observedHourOf(one).getTime())
  return dailySources(files, new Set(recorded), window)
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)
