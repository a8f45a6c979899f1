import type { OfferFailure } from '../../domain/network/upstreams/upstream.ts'
import { LIVE_VALUES } from '../../domain/stations/measured.ts'
import type { StationHealth, StationStatus } from '../../domain/stations/station.ts'
import type { Alarm, AlarmKind, StreamDetails } from '../../domain/stations/telemetry.ts'
import { type Database, statement } from '../kit/database.ts'

const list = (text: (value: (typeof LIVE_VALUES)[number]) => string) => LIVE_VALUES.map(text).join(', ')

export interface HealthWrite extends StationHealth {
  readonly stationId: number
  readonly degraded: boolean
  readonly details: StreamDetails
}

/** The newest measurement wins, whichever node took it. Returns the stations that were written. */
export const writeHealth = (db: Database, rows: readonly HealthWrite[]) =>
  db.query<{ stationId: number }>(
    statement(
      'health-write',
      `insert into station_health as h (station_id, measured_at, health_pct, ${list(({ column }) => column)}, satellites_by_constellation, position_offset_m,
         announced_lat, announced_lng, announced_since, degraded, quiet, details)
       select "stationId", "measuredAt", "healthPct", ${list(({ name }) => `"${name}"`)}, "satellitesByConstellation", "positionOffsetM",
         (announced ->> 'lat')::double precision, (announced ->> 'lng')::double precision, (announced ->> 'since')::timestamptz,
         degraded, coalesce(quiet, false), details
       from json_to_recordset($1::json) as r ("stationId" bigint, "measuredAt" timestamptz, "healthPct" double precision,
         ${list(({ name }) => `"${name}" bigint`)}, "satellitesByConstellation" jsonb, "positionOffsetM" double precision, announced json, degraded boolean, quiet boolean, details jsonb)
       order by 1
       on conflict (station_id) do update set measured_at = excluded.measured_at, health_pct = excluded.health_pct,
         ${list(({ column }) => `${column} = excluded.${column}`)}, satellites_by_constellation = excluded.satellites_by_constellation,
         position_offset_m = excluded.position_offset_m, announced_lat = excluded.announced_lat, announced_lng = excluded.announced_lng,
         announced_since = excluded.announced_since, degraded = excluded.degraded, quiet = excluded.quiet,
         details = excluded.details, idle_since = null, failed_at = null, failed_why = null
       where h.measured_at <= excluded.measured_at
       returning station_id as "stationId"`,
    ),
    [JSON.stringify(rows)],
  )

/** Call after the registered position changes: the offset is unknown until the station sends its position again. */
export const forgetOffsets = (db: Database, stationIds: readonly number[]) =>
  db.query(
    statement(
      'health-forget-offsets',
      'update station_health set position_offset_m = null where station_id = any ($1::bigint[]) and position_offset_m is not null',
    ),
    [stationIds],
  )

/** Records that bytes arrived from stations that do not send RTCM. The other values of a new row are placeholders. */
export const noteBytes = (db: Database, stationIds: readonly number[], at: Date) =>
  db.query(
    statement(
      'health-bytes',
      `insert into station_health (station_id, measured_at, health_pct, satellites, satellites_by_constellation, bytes_at)
       select id, $2, 0, 0, '{}', $2 from stations where id = any ($1::bigint[]) and not is_rtcm order by id
       on conflict (station_id) do update set bytes_at = excluded.bytes_at, failed_at = null, failed_why = null`,
    ),
    [stationIds, at],
  )

/** Records failed streams. The other values of a new row are placeholders. Returns stations with a new reason. */
export const noteFailures = (db: Database, failures: readonly OfferFailure[], at: Date) =>
  db.query<{ stationId: number }>(
    statement(
      'health-failed',
      `with told as (
         select s.id, r.why, h.failed_why is distinct from r.why as is_news
         from json_to_recordset($1::json) as r ("stationId" bigint, why jsonb) join stations s on s.id = r."stationId"
         left join station_health h on h.station_id = s.id where s.upstream_id is not null),
       noted as (
         insert into station_health (station_id, measured_at, health_pct, satellites, satellites_by_constellation, idle_since, failed_at, failed_why)
         select id, $2, 0, 0, '{}', $2, $2, why from told order by id
         on conflict (station_id) do update set failed_at = excluded.failed_at, failed_why = excluded.failed_why)
       select id as "stationId" from told where is_news order by id`,
    ),
    [JSON.stringify(failures), at],
  )

/** Marks stations without rovers as idle; clears the failure, not its reason. Skips those with data since `before`. */
export const noteIdle = (db: Database, stationIds: readonly number[], before: Date, now: Date) =>
  db.query(
    statement(
      'health-idle',
      `update station_health set idle_since = coalesce(idle_since, $3), failed_at = null
       where station_id = any ($1::bigint[]) and measured_at < $2 and (failed_at is null or failed_at < $2)`,
    ),
    [stationIds, before, now],
  )

/** Last recorded status of each station; stations without a status change are missing. */
export const lastStatuses = (db: Database, stationIds: readonly number[]) =>
  db.query<{ stationId: number; status: StationStatus; measured: boolean }>(
    statement(
      'statuses-last',
      `select wanted as "stationId", status, measured from unnest($1::bigint[]) as wanted
       cross join lateral (select status, measured from station_status_changes where station_id = wanted order by at desc, id desc limit 1) as last`,
    ),
    [stationIds],
  )

/** Held until the end of the transaction, so that each change is reported once, whichever node notices it. */
export const lockStatusChanges = (db: Database) =>
  db.query(statement('statuses-lock', `select pg_advisory_xact_lock(hashtext('vertice status changes'))`))

export type OpenAlarm = Alarm & { readonly since: Date }

export const listOpenAlarms = (db: Database) =>
  db.query<OpenAlarm>(
    statement(
      'alarms-open',
      'select station_id as "stationId", kind, params, since from station_alarms where ended_at is null order by since',
    ),
  )

/** Returns the alarms that were not open before. */
export const openAlarms = (db: Database, alarms: readonly Alarm[], now: Date) =>
  db.query<Alarm>(
    statement(
      'alarms-raise',
      `insert into station_alarms (station_id, kind, params, since)
       select "stationId", kind, params, $2 from json_to_recordset($1::json) as r ("stationId" bigint, kind text, params jsonb)
       on conflict (station_id, kind) where ended_at is null do nothing
       returning station_id as "stationId", kind, params`,
    ),
    [JSON.stringify(alarms), now],
  )

/** Returns the alarms that were still open. */
export const endAlarms = (db: Database, alarms: readonly { stationId: number; kind: AlarmKind }[], now: Date) =>
  db.query<Alarm>(
    statement(
      'alarms-end',
      `update station_alarms set ended_at = $2 from json_to_recordset($1::json) as r ("stationId" bigint, kind text)
       where station_id = "stationId" and station_alarms.kind = r.kind and ended_at is null
       returning station_id as "stationId", station_alarms.kind, params`,
    ),
    [JSON.stringify(alarms), now],
  )
