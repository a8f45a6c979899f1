// Makes the files of due orders, and removes expired ones.
import { join } from 'node:path'
import { RESULTS_KEPT_MS, resultName } from '../../domain/archive/rinex-order.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import {
  failRinexOrder,
  giveBackRinexOrder,
  listExpiredRinex,
  markRinexRemoved,
  noteRinexProgress,
  releaseRinexOrder,
  type TakenRinexOrder,
  takeRinexOrder,
} from '../../store/archive/rinex-orders.ts'
import { type LeasedWork, workOnce } from './leased-work.ts'
import type { RinexServices } from './services.ts'

const MOST_ATTEMPTS = 3
const EXPIRED_AT_ONCE = 100

/** Returns whether there was an order. */
export const makeNext = (services: RinexServices, isStopping: () => boolean = () => false): Promise<boolean> =>
  workOnce(services, orderWork(services), isStopping)

function orderWork({ db, clock, storage, finish }: RinexServices): LeasedWork<TakenRinexOrder> {
  return {
    mostAttempts: MOST_ATTEMPTS,
    retryAfterMs: MINUTE_MS,
    take: (now, leasedUntil) => takeRinexOrder(db, now, leasedUntil),
    windowOf: (order) => order,
    renew: (order, percent, leasedUntil) => noteRinexProgress(db, order, percent, leasedUntil),
    release: (order, dueAt) => releaseRinexOrder(db, order, dueAt),
    giveBack: (order) => giveBackRinexOrder(db, order, clock()),
    fail: (order, failure) => failRinexOrder(db, order, failure, clock()),
    async finish(order, made, folder) {
      for (const { name } of made.files) await storage.put(resultName(order.id, name), join(folder, name))
      await finish(order, { ...made, expiresAt: new Date(clock().getTime() + RESULTS_KEPT_MS) })
    },
  }
}

/** Removes the files first: an order that still has files is found again. */
export async function removeExpired({ db, clock, storage }: RinexServices): Promise<void> {
  for (const { id, files } of await listExpiredRinex(db, clock(), EXPIRED_AT_ONCE)) {
    for (const { name } of files) await storage.remove(resultName(id, name))
    await markRinexRemoved(db, id, clock())
  }
}
