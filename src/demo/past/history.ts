import { importStations } from '../../actions/stations/import.ts'
import { changeStation } from '../../actions/stations/save.ts'
import type { Actor } from '../../domain/audit/action.ts'
import { startOfDay } from '../../domain/time/local-time.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import {
  type DayWrite,
  insertDays,
  insertPastMinutes,
  insertPastStatusChanges,
} from '../../store/stations/demo-past.ts'
import { listStations, markSimulated } from '../../store/stations/rows.ts'
import { IN_MAINTENANCE, inputOf, STATIONS } from '../network/stations.ts'
import type { HistoryDay } from '../simulator/history.ts'
import { type StationHistory, stationHistory } from '../simulator/history.ts'
import { pastMinutes } from './minutes.ts'

const EPOCHS_A_MINUTE = 60
/** Within the last hour, in which the history has no events. */
const MAINTENANCE_SINCE_MS = 40 * MINUTE_MS

/** Registers the stations on the first day, writes their history, and returns their ids by code. */
export function writeStations(db: Database, by: Actor, now: Date): Promise<ReadonlyMap<string, number>> {
  const histories = STATIONS.map(({ code, character }) => stationHistory(code, character, now))
  const firstDay = startOfDay(histories[0]!.days[0]!.day)
  return db.transaction(async (tx) => {
    await importStations({ db: tx, by, now: firstDay }, STATIONS.map(inputOf))
    const ids = new Map((await listStations(tx)).map(({ code, id }) => [code, id]))
    await markSimulated(tx, [...ids.values()])
    const each = <Item>(itemsOf: (history: StationHistory, stationId: number) => Item[]) =>
      histories.flatMap((history) => itemsOf(history, ids.get(history.code)!))
    await insertDays(
      tx,
      each(({ days }, stationId) => days.map((day) => dayWrite(stationId, day))),
    )
    await insertPastStatusChanges(
      tx,
      each(({ changes }, stationId) => changes.map(({ at, to }) => ({ stationId, status: to, at }))),
    )
    for (const history of histories) await insertPastMinutes(tx, pastMinutes(history, ids.get(history.code)!, now))
    const then = { db: tx, by, now: new Date(now.getTime() - MAINTENANCE_SINCE_MS) }
    await changeStation(then, { code: IN_MAINTENANCE }, { declaredStatus: 'maintenance' })
    return ids
  })
}

/** `healthPct` is derived from the epochs, as for minutes that are added one by one. */
export function dayWrite(stationId: number, { minutesNotMeasured: _, ...day }: HistoryDay): DayWrite {
  const { minutesUp, healthPct } = day
  const epochsExpected = minutesUp * EPOCHS_A_MINUTE
  const epochsReceived = Math.round((epochsExpected * (healthPct ?? 0)) / 100)
  return {
    ...day,
    stationId,
    healthPct: epochsExpected === 0 ? null : Math.floor((1000 * epochsReceived) / epochsExpected) / 10,
    epochsReceived,
    epochsExpected,
  }
}
