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

export interface PastMinute {
  readonly stationId: number
  readonly minute: Date
  readonly up: boolean
  readonly received: number
  readonly latencyMs: number | null
  readonly satellites: number | null
  /** Satellites by constellation. */
  readonly sky: Readonly<Record<string, number>>
  readonly longestGapMs: number
}

/** Minutes of days that are written already: their sums stay as they are. An epoch a second. */
export const insertPastMinutes = (db: Database, minutes: readonly PastMinute[]) =>
  db.query(
    statement(
      'minutes-past',
      `insert into station_minutes (station_id, minute, up, epochs_received, epochs_expected, latency_ms, satellites, satellites_by_constellation,
         gaps, longest_gap_ms, bytes, messages)
       select "stationId", minute, up, received, 60, "latencyMs", satellites, sky, (received < 60)::int, "longestGapMs", received * 905,
         case when up then jsonb_build_object('1006', 6, '1033', 3, '1019', 30, '1042', 30, '1077', received, '1087', received, '1097', received, '1127', received) else '{}' end
       from json_to_recordset($1::json) as p ("stationId" bigint, minute timestamptz, up boolean, received integer, "latencyMs" integer,
         satellites integer, sky jsonb, "longestGapMs" integer)`,
    ),
    [JSON.stringify(minutes)],
  )
