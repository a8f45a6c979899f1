// Takes due orders, one at a time per process, makes their files and stores them. A worker that dies loses its lease,
// and another one makes the files.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StationHeader } from '@vertice/rinex'
import { type LoopWatch, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { RESULTS_KEPT_MS, resultName } from '../../domain/archive/rinex-order.ts'
import type { Station } from '../../domain/stations/station.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import {
  failRinexOrder,
  listExpiredRinex,
  markRinexRemoved,
  noteRinexProgress,
  type RinexResult,
  releaseRinexOrder,
  type TakenRinexOrder,
  takeRinexOrder,
} from '../../store/archive/rinex-orders.ts'
import { listSegments } from '../../store/archive/segments.ts'
import type { Database } from '../../store/kit/database.ts'
import { VALID_MS } from '../reading/window.ts'
import type { Storage } from '../storage/storage.ts'
import type { RinexJob, RinexOutcome } from './make.ts'

const LEASE_MS = 2 * MINUTE_MS
/** Extends the lease while the thread works, even if a long hour brings no progress. */
const RENEW_EVERY_MS = 30_000
const POLL_MS = 10_000
const MOST_ATTEMPTS = 3
const RETRY_AFTER_MS = MINUTE_MS
const EXPIRED_AT_ONCE = 100

export interface RinexServices {
  readonly db: Database
  readonly storage: Storage
  readonly clock: () => Date
  readonly stationOf: (id: number) => Promise<{ readonly station: Station | null; readonly networkName: string }>
  /** What the header states about the station; `null`: as its stream describes it. */
  readonly siteOf: (stationId: number, at: Date) => Promise<StationHeader | null>
  readonly make: (job: RinexJob, progress: (percent: number) => void) => Promise<RinexOutcome>
  /** Writes the result and its event in one transaction. */
  readonly finish: (order: TakenRinexOrder, result: RinexResult) => Promise<boolean>
  readonly program: string
  readonly onDue: (wake: () => void) => void
  readonly warn: (error: unknown) => void
  readonly watch?: LoopWatch | undefined
}

/** Returns a function that stops; `abort` ends the running job, whose order is due again immediately. */
export function startMakingRinex(services: RinexServices, abort: () => Promise<void>): () => Promise<void> {
  const { warn, watch } = services
  let stopping = false
  const { wake, stop } = wakeableLoop(
    async () => {
      if (await makeNext(services, () => stopping)) wake()
      await removeExpired(services)
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

/** Returns whether there was an order. */
export async function makeNext(services: RinexServices, isStopping: () => boolean = () => false): Promise<boolean> {
  const { db, clock, warn } = services
  if (isStopping()) return false
  const order = await takeRinexOrder(db, clock(), leaseEnd(clock()))
  if (!order) return false
  // All attempts were started and none finished: the order may be what crashes the process.
  if (order.attempt > MOST_ATTEMPTS) {
    await failRinexOrder(db, order, 'broken_off', clock())
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'vertice-rinex-'))
  try {
    await makeOrder(services, order, folder)
  } catch (error) {
    if (isStopping()) await releaseRinexOrder(db, order, clock())
    else {
      warn(error)
      if (order.attempt < MOST_ATTEMPTS)
        await releaseRinexOrder(db, order, new Date(clock().getTime() + RETRY_AFTER_MS * order.attempt))
      else await failRinexOrder(db, order, 'internal_error', clock())
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

async function makeOrder(services: RinexServices, order: TakenRinexOrder, folder: string): Promise<void> {
  const { db, clock, storage, warn } = services
  let percent = 0
  let hasLease = true
  const renew = async () => {
    hasLease = await noteRinexProgress(db, order, percent, leaseEnd(clock()))
  }
  const renewing = setInterval(() => void renew().catch(warn), RENEW_EVERY_MS)
  try {
    const job = await jobOf(services, order, folder)
    let noted = 0
    const outcome = await services.make(job, (now) => {
      percent = now
      if (now < noted + 10) return
      noted = now
      void renew().catch(warn)
    })
    if ('failure' in outcome) {
      await failRinexOrder(db, order, outcome.failure, clock())
      return
    }
    if (outcome.unread.length > 0)
      warn(new Error(`${outcome.unread.length} files of the archive cannot be read: ${outcome.unread.join(', ')}`))
    if (!hasLease) return
    for (const { name } of outcome.files) await storage.put(resultName(order.id, name), join(folder, name))
    const expiresAt = new Date(clock().getTime() + RESULTS_KEPT_MS)
    await services.finish(order, { ...outcome, expiresAt })
  } finally {
    clearInterval(renewing)
  }
}

async function jobOf(
  { db, clock, program, stationOf, siteOf }: RinexServices,
  order: TakenRinexOrder,
  folder: string,
): Promise<RinexJob> {
  const { station, networkName } = await stationOf(order.stationId)
  // Receive times are later than times of observation, a wrong clock can be an hour off, and ephemerides are valid for
  // hours before and after their own.
  const segments = await listSegments(
    db,
    order.stationId,
    new Date(order.from.getTime() - VALID_MS),
    new Date(order.to.getTime() + VALID_MS),
  )
  return {
    from: order.from,
    to: order.to,
    intervalS: order.intervalS,
    version: order.version,
    constellations: order.constellations,
    navigation: order.navigation,
    hatanaka: order.hatanaka,
    segments: segments.map(({ name, hour, format, state, firstEpoch, lastEpoch }) => ({
      ...{ name, hour, format, state, firstEpoch, lastEpoch },
    })),
    folder,
    station: {
      code: station?.code ?? String(order.stationId),
      name: station?.name ?? '',
      country: station?.country ?? 'XXX',
    },
    site: await siteOf(order.stationId, order.from),
    program,
    agency: networkName,
    writtenAt: clock(),
  }
}

/** Removes the files first: an order that still has files is found again. */
async function removeExpired({ db, clock, storage }: RinexServices): Promise<void> {
  for (const { id, files } of await listExpiredRinex(db, clock(), EXPIRED_AT_ONCE)) {
    for (const { name } of files) await storage.remove(resultName(id, name))
    await markRinexRemoved(db, id, clock())
  }
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)
