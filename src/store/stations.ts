import type { Station, StationHealth, StationStatus } from '../domain/station.ts'
import type { StationInput } from '../domain/station-input.ts'
import type { DayRecord } from '../domain/uptime.ts'
import { type Database, statement } from './database.ts'

type StationRow = Station & { [Key in keyof StationHealth as `health_${Key}`]: StationHealth[Key] }

const all = statement(
  'stations',
  `select s.id, code, s.name, federal_state as "federalState", lat, lng, coalesce(radius_km, n.default_radius_km) as "radiusKm",
     s.mountpoint, coalesce(s.format, n.format) as format, coalesce(s.datum, n.datum) as datum,
     coalesce(constellations, '') as constellations, declared_status as "declaredStatus", archived_at is not null as archived,
     h.measured_at as "health_measuredAt", h.health_pct as "health_healthPct", h.latency_ms as "health_latencyMs",
     h.satellites as "health_satellites", h.satellites_by_constellation as "health_satellitesByConstellation",
     h.position_offset_m as "health_positionOffsetM"
   from stations s cross join network n left join station_health h on h.station_id = s.id
   order by code`,
)

/** Every station, archived ones too (their credentials still name them), ordered by code. */
export async function listStations(db: Database): Promise<Station[]> {
  const rows = await db.query<StationRow>(all)
  return rows.map(toStation)
}

function toStation(row: StationRow): Station {
  const {
    id,
    code,
    name,
    federalState,
    lat,
    lng,
    radiusKm,
    mountpoint,
    format,
    datum,
    constellations,
    declaredStatus,
    archived,
  } = row
  const health = row.health_measuredAt && {
    measuredAt: row.health_measuredAt,
    healthPct: row.health_healthPct,
    latencyMs: row.health_latencyMs,
    satellites: row.health_satellites,
    satellitesByConstellation: row.health_satellitesByConstellation,
    positionOffsetM: row.health_positionOffsetM,
  }
  return {
    id,
    code,
    name,
    federalState,
    lat,
    lng,
    radiusKm,
    mountpoint,
    format,
    datum,
    constellations,
    declaredStatus,
    archived,
    health,
  }
}

const COLUMN_OF: Record<keyof StationInput, string> = {
  code: 'code',
  name: 'name',
  federalState: 'federal_state',
  lat: 'lat',
  lng: 'lng',
  radiusKm: 'radius_km',
  mountpoint: 'mountpoint',
  format: 'format',
  datum: 'datum',
  constellations: 'constellations',
  declaredStatus: 'declared_status',
}

const given = (input: StationInput) =>
  (Object.keys(COLUMN_OF) as (keyof StationInput)[]).filter((name) => input[name] !== undefined)

export async function insertStation(db: Database, input: StationInput): Promise<number> {
  const names = given(input)
  const columns = names.map((name) => COLUMN_OF[name]).join(', ')
  const places = names.map((_, index) => `$${index + 1}`).join(', ')
  const [row] = await db.query<{ id: number }>(
    statement(`station-insert:${columns}`, `insert into stations (${columns}) values (${places}) returning id`),
    names.map((name) => input[name]),
  )
  return row!.id
}

/** Also brings an archived station back: whoever saves it wants it. */
export async function updateStation(db: Database, id: number, input: StationInput): Promise<void> {
  const names = given(input)
  const assignments = names.map((name, index) => `${COLUMN_OF[name]} = $${index + 2}`).join(', ')
  await db.query(
    statement(`station-update:${assignments}`, `update stations set ${assignments}, archived_at = null where id = $1`),
    [id, ...names.map((name) => input[name])],
  )
}

export const archiveStationRow = (db: Database, id: number, now: Date) =>
  db.query(statement('station-archive', 'update stations set archived_at = $2 where id = $1 and archived_at is null'), [
    id,
    now,
  ])

export const insertStatusChange = (db: Database, stationId: number, status: StationStatus, at: Date) =>
  db.query(
    statement(
      'status-change-insert',
      'insert into station_status_changes (station_id, status, at) values ($1, $2, $3)',
    ),
    [stationId, status, at],
  )

export interface StatusChange {
  readonly status: StationStatus
  readonly at: Date
}

/** Newest first. */
export const listStatusChanges = (db: Database, stationId: number, since: Date, limit: number) =>
  db.query<StatusChange>(
    statement(
      'status-changes',
      'select status, at from station_status_changes where station_id = $1 and at >= $2 order by at desc, id desc limit $3',
    ),
    [stationId, since, limit],
  )

export const listDays = (db: Database, stationId: number, firstDay: string) =>
  db.query<DayRecord>(
    statement(
      'station-days',
      `select day, minutes_up as "minutesUp", minutes_down as "minutesDown", health_pct as "healthPct",
         latency_ms as "latencyMs", satellites
       from station_days where station_id = $1 and day >= $2`,
    ),
    [stationId, firstDay],
  )

/** Until the end of the transaction nobody else changes stations, while everybody reads on. */
export const lockStations = (db: Database) =>
  db.query(statement('stations-lock', 'lock table stations in share row exclusive mode'))
