// Computes the positions of bases from files that operators uploaded.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { type BaseRun, partName, partsOf, UPLOAD_IDLE_MS } from '../../domain/archive/integrity/base-run.ts'
import type { Station } from '../../domain/stations/station.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { finishBaseRun, listSurplusBaseFiles, markBaseFileRemoved, takeBaseRun } from '../../store/archive/base-runs.ts'
import { noteRunProgress, releaseRun } from '../../store/archive/leased-runs.ts'
import { listObserved } from '../../store/archive/segments.ts'
import type { Database } from '../../store/kit/database.ts'
import { type Lease, type LeasedWork, workOnce } from '../process/leased-work.ts'
import { Workshop } from '../process/workshop.ts'
import type { StorageConfig } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { baseJob } from './base.ts'
import type { BaseStep, BaseStepOutcome } from './base-steps.ts'

const MAIN = fileURLToPath(new URL(`./base-child${extname(import.meta.url)}`, import.meta.url))

export interface BaseServices {
  readonly db: Database
  readonly clock: () => Date
  readonly storage: Storage
  readonly stations: () => Promise<readonly Station[]>
  /** Antenna calibrations. */
  readonly antennaFile: string
  readonly doStep: (step: BaseStep, progress: (percent: number) => void) => Promise<BaseStepOutcome>
  readonly warn: (error: unknown) => void
}

export const baseWorkshop = (storage: StorageConfig) =>
  new Workshop<BaseStep, BaseStepOutcome>(storage, { main: MAIN, purpose: 'computes the position of a base' })

/** Returns whether there was a run. */
export async function computeNextBase(services: BaseServices, isStopping: () => boolean = () => false) {
  const wasDue = await workOnce(services, baseWork(services), isStopping)
  await removeSurplusFiles(services)
  return wasDue
}

function baseWork(services: BaseServices): LeasedWork<BaseRun> {
  const { db, clock } = services
  return {
    mostAttempts: 3,
    retryAfterMs: MINUTE_MS,
    take: (now, leasedUntil) => takeBaseRun(db, now, leasedUntil),
    async do(run, lease) {
      const folder = await mkdtemp(join(tmpdir(), 'vertice-base-'))
      try {
        const outcome = await compute(services, run, lease, join(folder, 'base'))
        await lease.end()
        await finishBaseRun(db, run, { ...NOTHING, ...outcome }, clock())
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    renew: (run, percent, leasedUntil) => noteRunProgress(db, 'base_runs', run, percent, leasedUntil),
    release: (run, dueAt) => releaseRun(db, 'base_runs', run, { dueAt, isCounted: true }),
    giveBack: (run) => releaseRun(db, 'base_runs', run, { dueAt: clock(), isCounted: false }),
    fail: (run, failure) => finishBaseRun(db, run, { ...NOTHING, failure }, clock()),
  }
}

const NOTHING = { result: null, failure: null, line: null }

async function compute(
  { db, clock, storage, stations, antennaFile, doStep }: BaseServices,
  run: BaseRun,
  lease: Lease<BaseRun>,
  path: string,
): Promise<Partial<Pick<BaseRun, 'result' | 'failure' | 'line'>>> {
  await pipeline(partsIn(storage, run), createWriteStream(path, { mode: 0o600 }))
  const scanned = await doStep({ path, now: clock() }, () => {})
  if ('unusable' in scanned) return { failure: scanned.unusable.code, line: scanned.unusable.line }
  if (!('file' in scanned)) throw new Error('the file was not scanned')
  const placed = (await stations()).filter(({ positionPending }) => !positionPending)
  const { neighbours, job } = await baseJob(scanned.file, {
    ...{ stations: placed, antennaFile },
    segmentsOf: async (id, from, to) =>
      (await listObserved(db, id, from, to)).map(
        ({ name, hour, format, state, firstEpoch, lastEpoch, observedHour }) => ({
          ...{ name, hour, format, state, firstEpoch, lastEpoch, observedHour },
        }),
      ),
  })
  if (typeof job === 'string') return { failure: job }
  const outcome = await doStep({ integrity: job }, (percent) => lease.progress(percent))
  if (!('solved' in outcome)) throw new Error('the position was not computed')
  const { solved } = outcome
  if ('failure' in solved) return { failure: solved.failure }
  const used = neighbours.flatMap(({ id }) => placed.find((one) => one.id === id) ?? [])
  return {
    result: { computed: solved.computed, datum: used[0]!.datum, neighbours: used.map(({ code }) => code) },
  }
}

async function* partsIn(storage: Storage, run: BaseRun): AsyncGenerator<Buffer> {
  for (let part = 0; part < partsOf(run); part++) yield* (await storage.read(partName(run, part))) as Readable
}

/** Removes the parts first: a run that still has a file is found again. */
async function removeSurplusFiles({ db, clock, storage }: BaseServices): Promise<void> {
  for (const run of await listSurplusBaseFiles(db, new Date(clock().getTime() - UPLOAD_IDLE_MS))) {
    for (let part = 0; part < partsOf(run); part++) await storage.remove(partName(run, part))
    await markBaseFileRemoved(db, run.id)
  }
}
