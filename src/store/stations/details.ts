// Stations as the console shows them, with the operator's input and measured details.
import { CHART_VALUES, type ChartValues } from '../../domain/stations/measured.ts'
import type { AlarmFacts, StreamDetails } from '../../domain/stations/telemetry.ts'
import { type Database, first, statement } from '../kit/database.ts'

/** Entered values; `null` where the network's default applies. */
export interface StationRecord {
  readonly radiusKm: number | null
  readonly format: string | null
  readonly datum: string | null
  readonly country: string | null
  readonly constellations: string | null
  readonly createdAt: Date
  readonly archivedAt: Date | null
  readonly hasPushSecret: boolean
  readonly pullUrl: string | null
  readonly pullsWithLogin: boolean
  readonly hasStandbySecret: boolean
  readonly standbyPullUrl: string | null
  readonly fallbackStationId: number | null
  readonly certificateRequired: boolean
  /** When an ignored position alarm comes back; `null` if not ignored for a time. */
  readonly positionAckUntil: Date | null
  readonly upstreamId: number | null
  readonly upstreamName: string | null
  readonly upstreamMountpoint: string | null
  /** From the newest measurement; empty if there is none. */
  readonly details: Partial<StreamDetails>
}

export async function findStationRecord(db: Database, id: number): Promise<StationRecord | null> {
  const select = `select radius_km as "radiusKm", format, datum, country, constellations, created_at as "createdAt", archived_at as "archivedAt",
      push_secret is not null as "hasPushSecret", pull_url as "pullUrl", pull_login is not null as "pullsWithLogin",
      backup_push_secret is not null as "hasStandbySecret", backup_pull_url as "standbyPullUrl", backup_station_id as "fallbackStationId", certificate_required as "certificateRequired", position_ack_until as "positionAckUntil",
      upstream_id as "upstreamId", (select name from upstreams where upstreams.id = upstream_id) as "upstreamName", upstream_mountpoint as "upstreamMountpoint", coalesce(details, '{}') as details
    from stations left join station_health on station_id = stations.id and is_rtcm where stations.id = $1`
  return first<StationRecord>(db, statement('station-record', select), [id])
}

export interface SeriesPoint extends ChartValues {
  readonly at: Date
  /** Minutes measured; `up` counts those in which the station was up. */
  readonly measured: number
  readonly up: number
  readonly healthPct: number | null
}

const CHART_COLUMNS = CHART_VALUES.map((value) => {
  const { name, column, combine } = value
  if (combine === 'mean') return `round(avg(${column}), ${value.decimals}) as "${name}"`
  return combine === 'max' ? `max(${column}) as "${name}"` : `sum(${column})::bigint as "${name}"`
})

/** Minutes since then, aggregated in steps; steps without data are missing. */
export const listSeries = (db: Database, stationId: number, since: Date, stepMinutes: number) =>
  db.query<SeriesPoint>(
    statement(
      'station-series',
      `select date_bin(make_interval(mins => $3), minute, timestamptz '2020-01-01') as at, count(*)::int as measured,
         (count(*) filter (where up))::int as up,
         case when sum(epochs_expected) > 0 then least(100, floor(1000.0 * sum(epochs_received) / sum(epochs_expected)) / 10) end as "healthPct",
         ${CHART_COLUMNS.join(', ')}
       from station_minutes where station_id = $1 and minute >= $2 group by 1 order by 1`,
    ),
    [stationId, since, stepMinutes],
  )

export const listMessageTypes = async (db: Database, stationId: number, since: Date): Promise<number[]> =>
  (
    await db.query<{ type: number }>(
      statement(
        'station-message-types',
        `select distinct type::integer as type from station_minutes, jsonb_object_keys(messages) as type
         where station_id = $1 and minute >= $2 order by type`,
      ),
      [stationId, since],
    )
  ).map(({ type }) => type)

export interface GapMinute {
  readonly minute: Date
  readonly up: boolean
  readonly gaps: number
  readonly longestGapMs: number
  readonly missingEpochs: number
}

export const listGapMinutes = (db: Database, stationId: number, since: Date, limit: number) =>
  db.query<GapMinute>(
    statement(
      'station-gaps',
      `select minute, up, gaps, longest_gap_ms as "longestGapMs", greatest(0, epochs_expected - epochs_received) as "missingEpochs"
       from station_minutes where station_id = $1 and minute >= $2 and (gaps > 0 or not up) order by minute desc limit $3`,
    ),
    [stationId, since, limit],
  )

export type StationAlarm = AlarmFacts & {
  readonly id: number
  readonly since: Date
  readonly endedAt: Date | null
}

export const listAlarmsOf = (db: Database, stationId: number, limit: number) =>
  db.query<StationAlarm>(
    statement(
      'alarms-of-station',
      `select id, kind, params, since, ended_at as "endedAt" from station_alarms where station_id = $1 order by since desc limit $2`,
    ),
    [stationId, limit],
  )
