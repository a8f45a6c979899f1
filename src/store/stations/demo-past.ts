// Writes past days and status changes: the made-up history of a demo network.
import { DAY_VALUES } from '../../domain/stations/measured.ts'
import type { StationStatus } from '../../domain/stations/station.ts'
import type { MinuteRecord } from '../../domain/stations/telemetry.ts'
import type { DayRecord } from '../../domain/stations/uptime.ts'
import { type Database, statement } from '../kit/database.ts'
import { INSERT_MINUTES } from './minutes.ts'

/** A day with the epochs behind its `healthPct`. Minutes of the same day are added later. */
export interface DayWrite extends DayRecord {
  readonly stationId: number
  readonly epochsReceived: number
  readonly epochsExpected: number
}

const list = (text: (value: (typeof DAY_VALUES)[number]) => string) => DAY_VALUES.map(text).join(', ')

/** The sums are those of a station that measured the same mean in every minute. */
export const insertDays = (db: Database, days: readonly DayWrite[]) =>
  db.query(
    statement(
      'days-insert',
      `insert into station_days (station_id, day, minutes_up, minutes_down, health_pct, epochs_received, epochs_expected,
         ${list(({ column, day }) => `${column}, ${day}_sum, ${day}_minutes`)})
       select "stationId", day, "minutesUp", "minutesDown", "healthPct", "epochsReceived", "epochsExpected",
         ${list(({ name }) => `"${name}", "minutesUp" * coalesce("${name}", 0), case when "${name}" is null then 0 else "minutesUp" end`)}
       from json_to_recordset($1::json) as r ("stationId" bigint, day date, "minutesUp" integer, "minutesDown" integer, "healthPct" double precision,
         "epochsReceived" bigint, "epochsExpected" bigint, ${list(({ name }) => `"${name}" integer`)})`,
    ),
    [JSON.stringify(days)],
  )

export interface PastStatusChange {
  readonly stationId: number
  readonly status: StationStatus
  readonly at: Date
}

export const insertPastStatusChanges = (db: Database, changes: readonly PastStatusChange[]) =>
  db.query(
    statement(
      'status-changes-past',
      `insert into station_status_changes (station_id, status, at)
       select "stationId", status, at from json_to_recordset($1::json) as r ("stationId" bigint, status text, at timestamptz) order by at`,
    ),
    [JSON.stringify(changes)],
  )

/** Minutes of days that `insertDays` has written; the sums of the days are not changed. */
export const insertPastMinutes = (db: Database, minutes: readonly MinuteRecord[]) =>
  db.query(statement('minutes-past', INSERT_MINUTES), [JSON.stringify(minutes)])
