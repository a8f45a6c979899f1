// The daily files of a station, by day.
import { DAILY_EPOCHS, type DailyFile } from '../domain/archive/daily.ts'
import type { RinexFailure } from '../domain/archive/rinex-order.ts'
import { listDailyFiles, listFailedDays, listStationDays } from '../store/archive/daily.ts'
import type { Database } from '../store/kit/database.ts'
import { readQuotas } from '../store/people/quotas.ts'

export interface ArchivedDay {
  readonly day: string
  /** Percent of the epochs of a day at 30 s; `null` without a file. */
  readonly completenessPct: number | null
  readonly files: readonly DailyFile[]
  /** Why the files could not be made, or not be made again; `null` if they could. */
  readonly failure: RinexFailure | null
}

/** Newest first. `before` excludes itself; `null`: from the newest. */
export async function readDays(
  db: Database,
  stationId: number,
  before: string | null,
  limit: number,
): Promise<ArchivedDay[]> {
  const days = (await listStationDays(db, stationId, before, limit)).map(({ day }) => day)
  if (days.length === 0) return []
  const [from, to] = [days.at(-1)!, days[0]!]
  const files = Map.groupBy(await listDailyFiles(db, stationId, from, to), ({ day }) => day)
  const failures = new Map((await listFailedDays(db, stationId, from, to)).map(({ day, failure }) => [day, failure]))
  return days.map((day) => {
    const ofDay = files.get(day) ?? []
    const epochs = ofDay.find(({ kind }) => kind === 'obs')?.epochs
    const completenessPct = epochs === undefined ? null : Math.floor((1000 * epochs) / DAILY_EPOCHS) / 10
    return { day, files: ofDay, failure: failures.get(day) ?? null, completenessPct }
  })
}

/** Organizations whose hours of data are counted order files instead. `null`: the operator. */
export const mayDownloadDaily = async (db: Database, organisationId: number | null): Promise<boolean> =>
  organisationId === null || (await readQuotas(db, organisationId)).rinexHoursPerDay === null
