// Writes whole days and changes of status that lie in the past: the history of a network that begins with one.
import type { StationStatus } from '../../domain/stations/station.ts'
import type { DayRecord } from '../../domain/stations/uptime.ts'
import { type Database, statement } from '../kit/database.ts'

/** A day with the sums behind its figures, which later minutes of the same day are added to. */
export interface DayWrite extends DayRecord {
  readonly stationId: number
  readonly epochsReceived: number
  readonly epochsExpected: number
  readonly latencySum: number
  readonly latencyMinutes: number
  readonly satellitesSum: number
  readonly satellitesMinutes: number
}

export const insertDays = (db: Database, days: readonly DayWrite[]) =>
  db.query(
    statement(
      'days-insert',
      `insert into station_days (station_id, day, minutes_up, minutes_down, health_pct, latency_ms, satellites, epochs_received, epochs_expected,
         latency_sum, latency_minutes, satellites_sum, satellites_minutes)
       select "stationId", day, "minutesUp", "minutesDown", "healthPct", "latencyMs", satellites, "epochsReceived", "epochsExpected",
         "latencySum", "latencyMinutes", "satellitesSum", "satellitesMinutes"
       from json_to_recordset($1::json) as r ("stationId" bigint, day date, "minutesUp" integer, "minutesDown" integer, "healthPct" double precision,
         "latencyMs" integer, satellites integer, "epochsReceived" bigint, "epochsExpected" bigint, "latencySum" bigint, "latencyMinutes" integer,
         "satellitesSum" bigint, "satellitesMinutes" integer)`,
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
