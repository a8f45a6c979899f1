import type { RinexOrder } from '../../domain/archive/rinex-order.ts'
import type { Station } from '../../domain/stations/station.ts'
import {
  findRinexOrder,
  finishRinexOrder,
  insertRinexEvent,
  type RinexResult,
} from '../../store/archive/rinex-orders.ts'
import type { Database } from '../../store/kit/database.ts'
import { isTestSpace } from '../../store/people/test-spaces.ts'
import { rinexToWire } from '../../wire/archive/rinex.ts'
import { newEvent } from '../event.ts'

export interface FinishContext {
  readonly db: Database
  readonly now: Date
  readonly baseUrl: string
  readonly station: Pick<Station, 'code'> | undefined
}

/** The files are stored. Emits `rinex.ready` to the owner. Returns false if another worker has finished the order. */
export function finishRinex(
  { db, now, baseUrl, station }: FinishContext,
  order: Pick<RinexOrder, 'id' | 'attempt'>,
  result: RinexResult,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await finishRinexOrder(tx, order, result, now))) return false
    const done = (await findRinexOrder(tx, 'all', order.id, now))!
    if (done.ownerId === null) return true
    const isTest = await isTestSpace(tx, done.ownerId)
    const data = { rinex: rinexToWire(done, station, baseUrl, isTest) }
    await insertRinexEvent(tx, done.ownerId, newEvent('rinex.ready', data, now, now, isTest))
    return true
  })
}
