// Reads what was solved of baselines, and what the judge computed from it.
import { type Database, first, statement } from '../../kit/database.ts'
import { isAlive } from '../../operations/nodes/rows.ts'

export interface BinRow {
  readonly a: number
  readonly b: number
  readonly at: Date
  readonly x: number | null
  readonly y: number | null
  readonly z: number | null
  readonly trouble: string | null
  readonly troubleStationId: number | null
}

/** Oldest first. */
export const listBins = (db: Database, after: Date, until: Date) =>
  db.query<BinRow>(
    statement(
      'integrity-bins-after',
      `select a, b, at, x, y, z, trouble, trouble_station_id as "troubleStationId" from baseline_bins where at > $1 and at <= $2 order by at, a, b`,
    ),
    [after, until],
  )

/** The newest five minutes of each baseline of the station. */
export const listTroubles = (db: Database, stationId: number, since: Date) =>
  db.query<{ a: number; b: number; trouble: string | null }>(
    statement(
      'integrity-troubles',
      `select distinct on (a, b) a, b, trouble from baseline_bins where at > $2 and (a = $1 or b = $1) order by a, b, at desc`,
    ),
    [stationId, since],
  )

/** Tallies of the differential ionosphere, see `indexOf`. */
export const listIonosphereTallies = (db: Database, after: Date, until: Date) =>
  db.query<{ ionosphere: number[] | null; a: number; b: number }>(
    statement(
      'integrity-tallies',
      'select a, b, ionosphere from baseline_bins where at > $1 and at <= $2 and ionosphere is not null',
    ),
    [after, until],
  )

export interface BaselineRow {
  readonly a: number
  readonly b: number
  readonly x: number
  readonly y: number
  readonly z: number
  readonly bins: number
  readonly scatterM: number | null
  readonly at: Date
  readonly residualMm: number | null
  readonly agrees: boolean | null
}

/** `stationId`: `null` for all stations. */
export const listBaselines = (db: Database, stationId: number | null = null) =>
  db.query<BaselineRow>(
    statement(
      'integrity-baselines-all',
      `select a, b, x, y, z, bins, scatter_m as "scatterM", at, residual_mm as "residualMm", agrees from baselines
       where $1::bigint is null or a = $1 or b = $1 order by a, b`,
    ),
    [stationId],
  )

export interface BaselineDayRow {
  readonly a: number
  readonly b: number
  readonly day: string
  readonly x: number
  readonly y: number
  readonly z: number
  readonly sigmaMm: number
  readonly sigmaUpMm: number
  readonly epochs: number
  /** Five minutes each. */
  readonly fixed: number
}

export const listBaselineDays = (db: Database, since: string) =>
  db.query<BaselineDayRow>(
    statement(
      'integrity-days-since',
      `select a, b, day, x, y, z, sigma_mm as "sigmaMm", sigma_up_mm as "sigmaUpMm", epochs, fixed from baseline_days where day >= $1::date order by day, a, b`,
    ),
    [since],
  )

export interface AntennaRow {
  readonly stationId: number
  readonly x: number | null
  readonly y: number | null
  readonly z: number | null
}

export const listAntennas = (db: Database) =>
  db.query<AntennaRow>(
    statement(
      'integrity-antennas-all',
      'select station_id as "stationId", x, y, z from station_integrity where x is not null',
    ),
  )

export interface ChangeRow {
  readonly stationId: number
  readonly at: Date
  readonly changeEastMm: number | null
  readonly changeNorthMm: number | null
  readonly changeUpMm: number | null
}

/** Changes of the stations since then, oldest first. */
export const listChanges = (db: Database, since: Date) =>
  db.query<ChangeRow>(
    statement(
      'integrity-changes',
      `select station_id as "stationId", at, change_east_mm as "changeEastMm", change_north_mm as "changeNorthMm", change_up_mm as "changeUpMm"
       from station_offsets where at > $1 and change_east_mm is not null order by at`,
    ),
    [since],
  )

export interface OffsetRow {
  readonly at: Date
  readonly eastMm: number
  readonly northMm: number
  readonly upMm: number
  readonly baselines: number
  readonly isAttributed: boolean
}

/** Oldest first. */
export const listOffsets = (db: Database, stationId: number, since: Date) =>
  db.query<OffsetRow>(
    statement(
      'integrity-offsets-of-station',
      `select at, east_mm as "eastMm", north_mm as "northMm", up_mm as "upMm", baselines, is_attributed as "isAttributed"
       from station_offsets where station_id = $1 and at > $2 order by at`,
    ),
    [stationId, since],
  )

export interface CheckRow {
  readonly judgedAt: Date | null
  readonly unchecked: string | null
  readonly detectableMm: number | null
  readonly detectableUpMm: number | null
}

export const readCheck = (db: Database, stationId: number) =>
  first<CheckRow>(
    db,
    statement(
      'integrity-check-of-station',
      `select judged_at as "judgedAt", unchecked, detectable_mm as "detectableMm", detectable_up_mm as "detectableUpMm" from station_integrity where station_id = $1`,
    ),
    [stationId],
  )

/** Stations whose position is checked, that cannot be checked, and that moved. */
export const countChecks = (db: Database, since: Date) =>
  db.query<{ checked: number; unchecked: number }>(
    statement(
      'integrity-counts',
      `select count(*) filter (where unchecked is null)::integer as checked, count(unchecked)::integer as unchecked
       from station_integrity where judged_at >= $1`,
    ),
    [since],
  )

export const readIonosphere = (db: Database, since: Date) =>
  first<{ at: Date; ppm: number }>(
    db,
    statement(
      'integrity-ionosphere-latest',
      'select at, ppm from network_ionosphere where at >= $1 order by hour desc limit 1',
    ),
    [since],
  )

/** Whether a living caster measures observations: it needs memory for that. */
export const isMeasuredSomewhere = async (db: Database): Promise<boolean> =>
  (
    await db.query<{ measures: boolean }>(
      statement(
        'integrity-measured',
        `select exists (select from nodes where measures and ${isAlive('nodes')}) as measures`,
      ),
    )
  )[0]!.measures
