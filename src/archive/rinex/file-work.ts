// Makes the files of a task that a worker takes on a lease: an order, or a day.
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
import { type Lease, type LeasedTask, type LeasedWork, workOnce } from '../process/leased-work.ts'
import { dailySources } from '../reading/daily.ts'
import { observedHourOf, VALID_MS } from '../reading/window.ts'
import type { MadeRinex, RinexJob } from './make.ts'
import type { RinexServices } from './services.ts'

export interface FileTask extends LeasedTask {
  readonly stationId: number
}

export interface FileWork<Task extends FileTask> extends Omit<LeasedWork<Task>, 'do' | 'fail'> {
  /** What to make. */
  windowOf(task: Task): RinexWindow & RinexFormat
  fail(task: Task, failure: RinexFailure): Promise<unknown>
  /** Stores the files that were made in the folder. */
  finish(task: Task, made: MadeRinex, folder: string): Promise<void>
}

/** Returns whether there was a task. */
export const makeFilesOnce = <Task extends FileTask>(
  services: RinexServices,
  work: FileWork<Task>,
  isStopping: () => boolean,
): Promise<boolean> =>
  workOnce(services, { ...work, do: (task, lease) => makeFiles(services, work, task, lease, isStopping) }, isStopping)

async function makeFiles<Task extends FileTask>(
  services: RinexServices,
  work: FileWork<Task>,
  task: Task,
  lease: Lease<Task>,
  isStopping: () => boolean,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vertice-rinex-'))
  try {
    const job = await jobOf(services, task.stationId, work.windowOf(task), folder)
    // Aborting ends only a job that runs.
    if (isStopping()) throw new Error('the service stops')
    const outcome = await services.make(job, (percent) => lease.progress(percent))
    if ('failure' in outcome) {
      await lease.end()
      return void (await work.fail(task, outcome.failure))
    }
    if (outcome.unread.length > 0)
      services.warn(
        new Error(`${outcome.unread.length} files of the archive cannot be read: ${outcome.unread.join(', ')}`),
      )
    if (await lease.isHeld()) await work.finish(task, outcome, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
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
