// Computes what operators requested, one at a time per process: runs of stations, and positions of bases.
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ecefOf } from '@vertice/gnss'
import { type LoopWatch, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { neighboursOf } from '../../domain/archive/integrity/neighbours.ts'
import type { IntegrityRun } from '../../domain/archive/integrity/run.ts'
import type { Station } from '../../domain/stations/station.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { failIntegrityRun, finishIntegrityRun, takeIntegrityRun } from '../../store/archive/integrity-runs.ts'
import { noteRunProgress, releaseRun } from '../../store/archive/leased-runs.ts'
import { listObserved } from '../../store/archive/segments.ts'
import type { Database } from '../../store/kit/database.ts'
import { replaceStationCoordinates } from '../../store/stations/coordinates.ts'
import { type LeasedWork, leaseEnd, workOnce } from '../process/leased-work.ts'
import { Workshop } from '../process/workshop.ts'
import { keepQuality, pastJudge } from '../quality/keep.ts'
import { VALID_MS } from '../reading/window.ts'
import type { StorageConfig } from '../storage/open-storage.ts'
import { type BaseServices, computeNextBase } from './bases.ts'
import type { StationRunJob, StationRunOutcome } from './station-run.ts'

const POLL_MS = 10_000
const INTERVAL_S = 30

const MAIN = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

export interface RunServices {
  readonly db: Database
  readonly clock: () => Date
  readonly stations: () => Promise<readonly Station[]>
  /** Antenna calibrations. */
  readonly antennaFile: string
  readonly compute: (job: StationRunJob, progress: (percent: number) => void) => Promise<StationRunOutcome>
  readonly onDue: (wake: () => void) => void
  readonly warn: (error: unknown) => void
  readonly watch?: LoopWatch | undefined
}

export const runWorkshop = (storage: StorageConfig) =>
  new Workshop<StationRunJob, StationRunOutcome>(storage, { main: MAIN, purpose: 'computes positions' })

/** Returns a function that stops; `abort` ends the running job, which is due again at once and loses no attempt. */
export function startComputingRuns(
  services: RunServices,
  bases: BaseServices,
  abort: () => Promise<void>,
): () => Promise<void> {
  const { warn, watch } = services
  let stopping = false
  const isStopping = () => stopping
  const { wake, stop } = wakeableLoop(
    async () => {
      const [hadRun, hadBase] = [await computeNext(services, isStopping), await computeNextBase(bases, isStopping)]
      if (hadRun || hadBase) wake()
    },
    { everyMs: POLL_MS, watch, warn },
  )
  services.onDue(wake)
  return async () => {
    stopping = true
    await abort()
    await stop()
  }
}

/** Returns whether there was a run. */
export const computeNext = (services: RunServices, isStopping: () => boolean = () => false): Promise<boolean> =>
  workOnce(services, runWork(services), isStopping)

function runWork(services: RunServices): LeasedWork<IntegrityRun> {
  const { db, clock } = services
  return {
    mostAttempts: 3,
    retryAfterMs: MINUTE_MS,
    take: (now, leasedUntil) => takeIntegrityRun(db, now, leasedUntil),
    async do(run, lease) {
      const outcome = await services.compute(await jobOf(services, run), (percent) => lease.progress(percent))
      if (await lease.isHeld()) await keep(services, run, outcome)
    },
    renew: (run, percent, leasedUntil) => noteRunProgress(db, 'integrity_runs', run, percent, leasedUntil),
    release: (run, dueAt) => releaseRun(db, 'integrity_runs', run, { dueAt, isCounted: true }),
    giveBack: (run) => releaseRun(db, 'integrity_runs', run, { dueAt: clock(), isCounted: false }),
    fail: (run, failure) => failIntegrityRun(db, run, failure, clock()),
  }
}

async function jobOf(
  { db, stations, antennaFile }: RunServices,
  { stationId, from, to }: IntegrityRun,
): Promise<StationRunJob> {
  const all = (await stations()).filter(({ positionPending }) => !positionPending)
  const station = all.find(({ id }) => id === stationId)
  const neighbours = station ? neighboursOf(station, all) : []
  const [first, last] = [new Date(from.getTime() - VALID_MS), new Date(to.getTime() + HOUR_MS)]
  const used = await Promise.all(
    [...(station ? [station] : []), ...all.filter(({ id }) => neighbours.some((one) => one.id === id))].map(
      async ({ id, lat, lng }) => {
        const segments = await listObserved(db, id, first, last)
        return {
          ...{ id, lat, lng },
          segments: segments.map(({ name, hour, format, state, firstEpoch, lastEpoch, observedHour }) => ({
            ...{ name, hour, format, state, firstEpoch, lastEpoch, observedHour },
          })),
        }
      },
    ),
  )
  return {
    ...{ stationId, neighbours },
    integrity: { from, to, intervalS: INTERVAL_S, stations: used, antennaFile },
    quality: {
      ...{ from, to, segments: used.find(({ id }) => id === stationId)?.segments ?? [] },
      near: station ? ecefOf({ lat: station.lat, lng: station.lng, height: 0 }) : null,
    },
  }
}

/** Writes all results in one transaction, unless another worker has taken the run since. */
async function keep(
  { db, clock, stations }: RunServices,
  run: IntegrityRun,
  { result, quality }: StationRunOutcome,
): Promise<void> {
  const { stationId } = run
  const station = (await stations()).find(({ id }) => id === stationId)
  await db.transaction(async (tx) => {
    if (!(await noteRunProgress(tx, 'integrity_runs', run, 100, leaseEnd(clock())))) return
    await replaceStationCoordinates(
      tx,
      result.coordinates.map((one) => ({ stationId, ...one })),
    )
    const qualityDays = station ? await keepQuality(tx, station, quality, await pastJudge(tx, station)) : []
    await finishIntegrityRun(tx, run, { ...result, qualityDays }, clock())
  })
}
