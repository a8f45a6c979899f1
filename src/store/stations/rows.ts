import { type ObservedMovementRow, observedFrom } from '../../domain/archive/integrity/observed.ts'
import { frameIn } from '../../domain/network/frame.ts'
import {
  AS_LISTED,
  type OfferSettings,
  type ReportedStream,
  type StationUpstream,
} from '../../domain/network/upstreams/upstream.ts'
import type { StationInput } from '../../domain/stations/input.ts'
import { DAY_VALUES, LIVE_VALUES, type LiveValues } from '../../domain/stations/measured.ts'
import type { Announced, Station, StationHealth, StationStatus } from '../../domain/stations/station.ts'
import type { DayRecord, WeekRecord } from '../../domain/stations/uptime.ts'
import { type Database, first, statement } from '../kit/database.ts'

type HealthColumns = {
  [Key in Exclude<keyof StationHealth, 'announced'> as `health_${Key}`]-?: StationHealth[Key] | null
} & {
  readonly health_announcedLat: number | null
  readonly health_announcedLng: number | null
  readonly health_announcedSince: Date | null
}
interface UpstreamColumns {
  readonly upstream_id: number | null
  readonly upstream_name: string | null
  readonly upstream_mountpoint: string | null
  readonly upstream_servesNetwork: boolean | null
  readonly upstream_listed: boolean
  readonly upstream_answers: boolean | null
  readonly upstream_told: ReportedStream | null
  readonly upstream_settings: Partial<OfferSettings>
  readonly upstream_hasLogin: boolean
}
type StationRow = Omit<Required<Station>, 'health' | 'bytesAt' | 'upstream' | 'failedAt' | 'observed'> & {
  readonly observed: ObservedMovementRow | null
  readonly bytesAt: Date | null
  readonly failedAt: Date | null
} & HealthColumns &
  UpstreamColumns

/** Declared constellations, or else the received ones. */
const CONSTELLATIONS = `coalesce(constellations, (
    select string_agg(key, '+' order by array_position(array['GPS', 'GLO', 'GAL', 'BDS', 'QZS', 'NAV', 'SBS'], key))
    from jsonb_each(h.satellites_by_constellation) where value <> '0'), '') as constellations`

/** If no rover uses the station's pull now, earlier measurements are hidden. */
const HEALTH = `case when h.idle_since is null then h.measured_at end as "health_measuredAt", h.health_pct as "health_healthPct",
  ${LIVE_VALUES.map(({ name, column }) => `h.${column} as "health_${name}"`).join(', ')}, h.satellites_by_constellation as "health_satellitesByConstellation",
  h.position_offset_m as "health_positionOffsetM", h.announced_lat as "health_announcedLat", h.announced_lng as "health_announcedLng",
  h.announced_since as "health_announcedSince", h.degraded as "health_degraded", h.quiet as "health_quiet", h.failed_at as "failedAt"`

const UPSTREAM = `u.id as "upstream_id", u.name as "upstream_name", s.upstream_mountpoint, u.serves_network as "upstream_servesNetwork",
  s.upstream_listed, t.answers as "upstream_answers", s.upstream_told, s.upstream_settings,
  s.upstream_login is not null as "upstream_hasLogin"`

const select = (name: string, condition: string) =>
  statement(
    name,
    `select s.id, code, s.name, federal_state as "federalState", lat, lng, coalesce(radius_km, n.default_radius_km) as "radiusKm",
       s.mountpoint, coalesce(s.format, n.format) as format, coalesce(s.datum, n.datum) as datum,
       case when s.datum is null then n.frame else s.frame end as frame,
       case when s.datum is null then n.frame_epoch else s.frame_epoch end as epoch,
       coalesce(s.country, n.country) as country, ${CONSTELLATIONS},
       declared_status as "declaredStatus", velocity, is_rtcm as "isRtcm", archived_at is not null as archived, simulated,
       n.moved_limit_m as "movedLimitM", n.moved_takes_out as "movedTakesOut", position_acked_at as "positionAckedAt", position_pending as "positionPending",
       n.observed_takes_out as "observedTakesOut", observed_movement as observed, movement_limit_mm as "movementLimitMm", movement_limit_up_mm as "movementLimitUpMm",
       sells_unmeasured as "sellsUnmeasured", is_open as "isOpen", recorded, backup_station_id as "fallbackStationId", ${HEALTH}, unread.bytes_at as "bytesAt", ${UPSTREAM}
     from stations s cross join network n left join station_health h on h.station_id = s.id and s.is_rtcm
     left join station_health unread on unread.station_id = s.id and not s.is_rtcm
     left join upstreams u on u.id = s.upstream_id left join upstream_tables t on t.upstream_id = u.id
     where ${condition} order by code collate "C"`,
  )

const all = select('stations', 'not s.is_test')
const tests = select('stations-test', 's.is_test')
const byId = select('station-by-id', 's.id = $1')
const byCode = select('station-by-code', 'lower(code) = lower($1)')
const byMountpoint = select('station-by-mountpoint', 'lower(s.mountpoint) = lower($1) and archived_at is null')

/** All stations ordered by code, including archived ones, because credentials still name them. */
export const listStations = async (db: Database): Promise<Station[]> => (await db.query<StationRow>(all)).map(toStation)

/** Test mountpoints, which only the caster serves. */
export const listTestStations = async (db: Database): Promise<Station[]> =>
  (await db.query<StationRow>(tests)).map(toStation)

export const findStation = async (db: Database, id: number): Promise<Station | null> =>
  orNull(await first<StationRow>(db, byId, [id]))

/** Case-insensitive; includes archived stations. */
export const findStationByCode = async (db: Database, code: string): Promise<Station | null> =>
  orNull(await first<StationRow>(db, byCode, [code]))

/** Case-insensitive; active stations only. */
export const findStationByMountpoint = async (db: Database, mountpoint: string): Promise<Station | null> =>
  orNull(await first<StationRow>(db, byMountpoint, [mountpoint]))

/** The fields that measurements change. */
export type Measured = Pick<Station, 'id' | 'constellations' | 'health' | 'bytesAt' | 'failedAt'>

export async function listMeasuredSince(db: Database, revision: number): Promise<Measured[]> {
  const select = `select s.id, ${CONSTELLATIONS}, ${HEALTH}, case when not s.is_rtcm then news.bytes_at end as "bytesAt"
    from station_health news join stations s on s.id = news.station_id left join station_health h on h.station_id = s.id and s.is_rtcm
    where news.revision > $1`
  type Row = Pick<StationRow, 'id' | 'constellations' | 'bytesAt' | 'failedAt' | keyof HealthColumns>
  const rows = await db.query<Row>(statement('stations-measured', select), [revision])
  return rows.map((row) => ({
    id: row.id,
    constellations: row.constellations,
    health: healthOf(row),
    bytesAt: row.bytesAt,
    failedAt: row.failedAt,
  }))
}

const orNull = (row: StationRow | null) => row && toStation(row)

function toStation(row: StationRow): Station {
  const { id, code, name, federalState, lat, lng, radiusKm, mountpoint, format, datum } = row
  const { country, constellations, declaredStatus, isRtcm, archived, simulated, bytesAt } = row
  const { movedLimitM, movedTakesOut, positionAckedAt, positionPending, sellsUnmeasured, isOpen, fallbackStationId } =
    row
  const { recorded, velocity } = row
  const described = {
    id,
    code,
    name,
    federalState,
    country,
    lat,
    lng,
    radiusKm,
    mountpoint,
    format,
    datum,
    ...frameIn(row, country),
    velocity,
    constellations,
  }
  const { observedTakesOut, observed, movementLimitMm, movementLimitUpMm } = row
  const placed = {
    ...{ movedLimitM, movedTakesOut, positionAckedAt, positionPending },
    ...{ observedTakesOut, observed: observed && observedFrom(observed), movementLimitMm, movementLimitUpMm },
  }
  const offered = { sellsUnmeasured, isOpen, recorded, fallbackStationId }
  const { failedAt } = row
  const upstream = upstreamOf(row)
  const heard = { health: healthOf(row), bytesAt, failedAt, ...(upstream && { upstream }) }
  return { ...described, declaredStatus, isRtcm, archived, simulated, ...placed, ...offered, ...heard }
}

function upstreamOf(row: UpstreamColumns): StationUpstream | null {
  const { upstream_id: id, upstream_name: name, upstream_mountpoint: mountpoint, upstream_told: told } = row
  if (id === null || name === null || mountpoint === null || told === null) return null
  const state = !row.upstream_listed ? 'unlisted' : row.upstream_answers ? 'offered' : 'away'
  const settings = { ...AS_LISTED, ...row.upstream_settings }
  return {
    ...{ id, name, mountpoint, state, settings, hasLogin: row.upstream_hasLogin },
    servesNetwork: row.upstream_servesNetwork ?? false,
    told: { ...told, needsGga: settings.needsGga ?? told.needsGga },
  }
}

function healthOf(row: HealthColumns): StationHealth | null {
  if (row.health_measuredAt === null) return null
  const live = Object.fromEntries(LIVE_VALUES.map(({ name }) => [name, row[`health_${name}`]]))
  const health: Record<Exclude<keyof StationHealth, keyof LiveValues>, unknown> = {
    ...live,
    measuredAt: row.health_measuredAt,
    healthPct: row.health_healthPct,
    satellitesByConstellation: row.health_satellitesByConstellation,
    positionOffsetM: row.health_positionOffsetM,
    announced: announcedOf(row),
    degraded: row.health_degraded,
    quiet: row.health_quiet,
  }
  return health as StationHealth // an existing row has all values
}

function announcedOf(row: HealthColumns): Announced | null {
  const { health_announcedLat: lat, health_announcedLng: lng, health_announcedSince: since } = row
  return lat === null || lng === null || since === null ? null : { lat, lng, since }
}

/** Omitted fields keep their value, or get their default in a new station. */
export type StationWrite = Omit<StationInput, 'code'> & { readonly id?: number; readonly code: string }

const INPUT = `json_to_recordset($1::json) as r (id bigint, code text, name text, "federalState" text, lat double precision, lng double precision,
  "radiusKm" double precision, mountpoint text, format text, datum text, frame text, epoch double precision, country text, constellations text, "declaredStatus" text, "isRtcm" boolean, "sellsUnmeasured" boolean, "isOpen" boolean, recorded boolean, velocity jsonb,
  given json)`

/** Returns the ids in the order of the input. */
export async function insertStations(db: Database, stations: readonly StationWrite[]): Promise<number[]> {
  const insert = `insert into stations (code, name, federal_state, lat, lng, radius_km, mountpoint, format, datum, frame, frame_epoch, country, constellations,
      declared_status, is_rtcm, sells_unmeasured, is_open, recorded, velocity)
    select code, name, coalesce("federalState", ''), lat, lng, "radiusKm", mountpoint, format, datum, frame, epoch, country, constellations,
      coalesce("declaredStatus", 'online'), coalesce("isRtcm", true), coalesce("sellsUnmeasured", false), coalesce("isOpen", false), recorded, velocity
    from ${INPUT} returning id`
  const rows = await db.query<{ id: number }>(statement('stations-insert', insert), [JSON.stringify(stations)])
  return rows.map((row) => row.id)
}

// `null` removes a station's own value (the network's default applies); omitted keeps it. `given` tells them apart.
const changed = (name: string, column: string) =>
  `${column} = case when r.given ->> '${name}' is null then s.${column} else r."${name}" end`

const update = `update stations s set archived_at = null, ${[
  ['name', 'name'],
  ['federalState', 'federal_state'],
  ['lat', 'lat'],
  ['lng', 'lng'],
  ['radiusKm', 'radius_km'],
  ['mountpoint', 'mountpoint'],
  ['format', 'format'],
  ['datum', 'datum'],
  ['frame', 'frame'],
  ['epoch', 'frame_epoch'],
  ['country', 'country'],
  ['constellations', 'constellations'],
  ['declaredStatus', 'declared_status'],
  ['isRtcm', 'is_rtcm'],
  ['sellsUnmeasured', 'sells_unmeasured'],
  ['isOpen', 'is_open'],
  ['recorded', 'recorded'],
  ['velocity', 'velocity'],
]
  .map(([name, column]) => changed(name!, column!))
  .join(', ')} from ${INPUT} where s.id = r.id`

/** Frees unique mountpoints to move between stations. The caller assigns new ones in the same transaction. */
export const parkMountpoints = (db: Database, ids: readonly number[]) =>
  db.query(
    statement(
      'stations-park',
      `update stations set mountpoint = '#' || id where id = any($1) and mountpoint <> '#' || id`,
    ),
    [ids],
  )

/** Also restores archived stations, because saving one implies using it. */
export async function updateStations(
  db: Database,
  stations: readonly (StationWrite & { id: number; mountpoint: string })[],
): Promise<void> {
  await parkMountpoints(
    db,
    stations.map(({ id }) => id),
  )
  const given = (station: StationWrite) =>
    Object.fromEntries(Object.entries(station).flatMap(([name, value]) => (value === undefined ? [] : [[name, true]])))
  await db.query(statement('stations-update', update), [
    JSON.stringify(stations.map((station) => ({ ...station, given: given(station) }))),
  ])
}

export const markSimulated = (db: Database, ids: readonly number[]) =>
  db.query(statement('stations-simulated', 'update stations set simulated = true where id = any ($1::bigint[])'), [ids])

export const archiveStationRow = (db: Database, id: number, now: Date) =>
  db.query(statement('station-archive', 'update stations set archived_at = $2 where id = $1 and archived_at is null'), [
    id,
    now,
  ])

export async function insertStatusChanges(
  db: Database,
  changes: readonly { stationId: number; status: StationStatus; measured: boolean }[],
  at: Date,
): Promise<void> {
  const insert = `insert into station_status_changes (station_id, status, measured, at)
    select "stationId", status, measured, $2 from json_to_recordset($1::json) as r ("stationId" bigint, status text, measured boolean)`
  if (changes.length > 0) await db.query(statement('status-changes-insert', insert), [JSON.stringify(changes), at])
}

export interface StatusChange {
  readonly status: StationStatus
  /** False if the status was declared, not measured. */
  readonly measured: boolean
  readonly at: Date
}

export const listStatusChanges = (db: Database, stationId: number, since: Date, limit: number) =>
  db.query<StatusChange>(
    statement(
      'status-changes',
      'select status, measured, at from station_status_changes where station_id = $1 and at >= $2 order by at desc, id desc limit $3',
    ),
    [stationId, since, limit],
  )

export const listDays = (db: Database, stationId: number, firstDay: string) =>
  db.query<DayRecord>(
    statement(
      'station-days',
      `select day, minutes_up as "minutesUp", minutes_down as "minutesDown", health_pct as "healthPct",
         ${DAY_VALUES.map(({ name, column }) => `${column} as "${name}"`).join(', ')}
       from station_days where station_id = $1 and day >= $2`,
    ),
    [stationId, firstDay],
  )

export const listWeeks = (db: Database, stationIds: readonly number[], firstDay: string) =>
  db.query<WeekRecord>(
    statement(
      'stations-week',
      `select station_id as "stationId", day, minutes_up as "minutesUp", minutes_down as "minutesDown"
       from station_days where station_id = any ($1::bigint[]) and day >= $2`,
    ),
    [stationIds, firstDay],
  )

/** Blocks other writers of stations until the end of the transaction; readers continue. */
export const lockStations = (db: Database) =>
  db.query(statement('stations-lock', 'lock table stations in share row exclusive mode'))
