// Makes the files of due orders, and removes expired ones.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RESULTS_KEPT_MS, type RinexFile, type RinexOrder, resultName } from '../../domain/archive/rinex-order.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import {
  failRinexOrder,
  giveBackRinexOrder,
  listExpiredRinex,
  markRinexRemoved,
  noteRinexFiles,
  noteRinexProgress,
  releaseRinexOrder,
  takeRinexOrder,
} from '../../store/archive/rinex-orders.ts'
import { type FileWork, makeFilesOnce } from './file-work.ts'
import type { RinexServices } from './services.ts'

const MOST_ATTEMPTS = 3
const EXPIRED_AT_ONCE = 100

/** Returns whether there was an order. */
export const makeNext = (services: RinexServices, isStopping: () => boolean = () => false): Promise<boolean> =>
  makeFilesOnce(services, orderWork(services), isStopping)

function orderWork({ db, clock, storage, siteLogOf, finish }: RinexServices): FileWork<RinexOrder> {
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
      const log = await siteLogOf(order.stationId)
      const files = log ? [...made.files, await written(log, folder)] : made.files
      if (!(await noteRinexFiles(db, order, files))) return
      for (const { name } of files) await storage.put(resultName(order, name), join(folder, name))
      if (await finish(order, { ...made, files, expiresAt: new Date(clock().getTime() + RESULTS_KEPT_MS) })) return
      for (const { name } of files) await storage.remove(resultName(order, name))
    },
  }
}

async function written(log: { readonly name: string; readonly text: string }, folder: string): Promise<RinexFile> {
  const bytes = Buffer.from(log.text)
  await writeFile(join(folder, log.name), bytes, { mode: 0o600 })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { kind: 'site', name: log.name, bytes: bytes.length, sha256 }
}

/** Removes the files of all attempts first: an order that still has files is found again. */
export async function removeExpired({ db, clock, storage }: RinexServices): Promise<void> {
  for (const { id, files, attempt: last } of await listExpiredRinex(db, clock(), EXPIRED_AT_ONCE)) {
    for (let attempt = 1; attempt <= last; attempt += 1)
      for (const { name } of files) await storage.remove(resultName({ id, attempt }, name))
    await markRinexRemoved(db, id, clock())
  }
}
