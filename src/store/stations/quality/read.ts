// Reads what was measured of the quality of stations.
import type { Band, SkyCell, SkySatellite } from '@vertice/gnss'
import type { JudgedSums, MedianPoint, QualitySums, UsualBand } from '../../../domain/network/quality/facts.ts'
import type { ReasonRow } from '../../../domain/network/quality/reason.ts'
import type { QualityDay } from '../../../domain/network/quality/shown.ts'
import { type Database, first, statement } from '../../kit/database.ts'

const SUMS = `sum(epochs)::integer as epochs, sum(missed)::integer as missed, sum(tracked)::double precision as tracked, sum(expected)::double precision as expected,
  count(expected)::integer as "withExpected", avg(cn0_median)::double precision as "cn0Median", avg(cn0_p10)::double precision as "cn0P10",
  sum(losses)::integer as losses, sum(half_cycles)::integer as "halfCycles", (sum(satellite_ms) / 3600000.0)::double precision as "satelliteHours",
  sqrt(sum(multipath_squares) / nullif(sum(multipath_samples), 0))::double precision as "multipathM", sum(multipath_samples)::integer as "multipathSamples"`

export interface StationSums extends JudgedSums {
  readonly stationId: number
}

/** Sums of the minutes since then by station and band. `stationId`: `null` for all stations. */
export const sumMinutes = (db: Database, since: Date, stationId: number | null = null) =>
  db.query<StationSums>(
    statement(
      'quality-sums',
      `select station_id as "stationId", band, count(*)::integer as minutes, ${SUMS},
         percentile_disc(0.5) within group (order by below_horizon) as "belowHorizon",
         percentile_disc(0.5) within group (order by contradicting) as contradicting,
         percentile_disc(0.5) within group (order by clock_ms) as "clockMs"
       from station_quality_minutes where minute >= $1 and ($2::bigint is null or station_id = $2) group by station_id, band`,
    ),
    [since, stationId],
  )

export interface Usual extends UsualBand {
  readonly stationId: number
}

/** Means of the hours in this time, of stations that were measured in most hours of a day. `stationId`: `null` for all stations. */
export const listUsual = (
  db: Database,
  { since, until }: { readonly since: Date; readonly until: Date },
  leastHours: number,
  stationId: number | null = null,
) =>
  db.query<Usual>(
    statement(
      'quality-usual',
      `select station_id as "stationId", band, avg(cn0_median)::double precision as "cn0Median", avg(tracked::double precision / nullif(epochs, 0)) as satellites
       from station_quality_hours where hour >= $1 and hour < $2 and band <> 'all' and ($4::bigint is null or station_id = $4)
       group by 1, 2 having count(*) >= $3`,
    ),
    [since, until, leastHours, stationId],
  )

export interface SolvedPoint extends MedianPoint {
  readonly stationId: number
  /** Metres: median distance of the points from the median. */
  readonly spreadM: number
}

/** Medians of the positions since then. `stationId`: `null` for all stations. */
export const medianPoints = (db: Database, since: Date, stationId: number | null = null) =>
  db.query<SolvedPoint>(
    statement(
      'quality-points',
      `with points as (
         select station_id, x, y, z from station_quality_minutes
         where band = 'all' and minute >= $1 and x is not null and ($2::bigint is null or station_id = $2)
       ), medians as (
         select station_id, percentile_cont(0.5) within group (order by x) as x, percentile_cont(0.5) within group (order by y) as y,
           percentile_cont(0.5) within group (order by z) as z, count(*)::integer as points
         from points group by station_id
       )
       select m.station_id as "stationId", m.x, m.y, m.z, m.points,
         percentile_cont(0.5) within group (order by sqrt((p.x - m.x) ^ 2 + (p.y - m.y) ^ 2 + (p.z - m.z) ^ 2)) as "spreadM"
       from medians m join points p using (station_id) group by m.station_id, m.x, m.y, m.z, m.points`,
    ),
    [since, stationId],
  )

/** Newest first. */
export const listCn0Minutes = (db: Database, stationId: number, band: Band, since: Date) =>
  db.query<{ at: Date; cn0Median: number }>(
    statement(
      'quality-cn0-minutes',
      `select minute as at, cn0_median as "cn0Median" from station_quality_minutes
       where station_id = $1 and band = $2 and minute >= $3 and cn0_median is not null order by minute desc`,
    ),
    [stationId, band, since],
  )

/** `stationId`: `null` for all stations. */
export const listSkyParts = (db: Database, since: Date, stationId: number | null = null) =>
  db.query<{ stationId: number; cells: SkyCell[] }>(
    statement(
      'quality-sky-cells',
      `select station_id as "stationId", cells from station_sky_parts
       where at >= $1 and ($2::bigint is null or station_id = $2) order by station_id`,
    ),
    [since, stationId],
  )

/** C/N0 in dB-Hz is 0 if the stream sends none, and `null` if the satellite is not tracked. */
export type SkySample = readonly [satellite: string, azimuth: number, elevation: number, cn0: number | null]

/** Oldest first. */
export const listSkySamples = (db: Database, stationId: number, since: Date) =>
  db.query<{ at: Date; satellites: SkySample[] }>(
    statement(
      'quality-sky-samples',
      'select at, satellites from station_sky_parts where station_id = $1 and at >= $2 order by at',
    ),
    [stationId, since],
  )

/** Medians of the positions of each 10 minutes, oldest first. */
export const listPoints = (db: Database, stationId: number, since: Date) =>
  db.query<{ at: Date; x: number; y: number; z: number }>(
    statement(
      'quality-point-times',
      `select date_bin('10 minutes', minute, timestamptz '2000-01-01') as at, percentile_cont(0.5) within group (order by x) as x,
         percentile_cont(0.5) within group (order by y) as y, percentile_cont(0.5) within group (order by z) as z
       from station_quality_minutes where station_id = $1 and band = 'all' and minute >= $2 and x is not null group by 1 order by 1`,
    ),
    [stationId, since],
  )

export interface DropRow {
  readonly stationId: number
  readonly band: Band
  readonly since: Date
  /** `null` while it lasts. */
  readonly endedAt: Date | null
  readonly dropDb: number
}

/** Drops that last, by the measurements since `seenSince`, and those that ended after `endedSince`. */
export const listDrops = (db: Database, seenSince: Date, endedSince: Date) =>
  db.query<DropRow>(
    statement(
      'quality-recent-drops',
      `select station_id as "stationId", band, since, ended_at as "endedAt", drop_db as "dropDb" from station_cn0_drops
       where seen_at >= least($1::timestamptz, $2) and (ended_at >= $2 or (ended_at is null and seen_at >= $1)) order by since, station_id`,
    ),
    [seenSince, endedSince],
  )

export interface VerdictRow {
  readonly stationId: number
  readonly verdict: string
  readonly reasons: ReasonRow[]
  readonly judgedAt: Date | null
}

export const listVerdicts = (db: Database) =>
  db.query<VerdictRow>(
    statement(
      'quality-verdicts-all',
      'select station_id as "stationId", verdict, reasons, judged_at as "judgedAt" from station_quality order by station_id',
    ),
  )

/** `unknown` if a station was not judged since then. */
export const countVerdicts = (db: Database, stationIds: readonly number[], since: Date) =>
  db.query<{ verdict: string; stations: number }>(
    statement(
      'quality-verdict-counts',
      `select coalesce(verdict, 'unknown') as verdict, count(*)::integer as stations
       from unnest($1::bigint[]) as id left join station_quality on station_id = id and judged_at >= $2 group by 1`,
    ),
    [stationIds, since],
  )

export interface LatestQuality {
  readonly measuredAt: Date | null
  readonly sky: SkySatellite[]
  readonly verdict: string
  readonly reasons: ReasonRow[]
  readonly judgedAt: Date | null
}

export const readLatestQuality = (db: Database, stationId: number) =>
  first<LatestQuality>(
    db,
    statement(
      'quality-latest',
      `select measured_at as "measuredAt", sky, verdict, reasons, judged_at as "judgedAt" from station_quality where station_id = $1`,
    ),
    [stationId],
  )

/** Oldest first. Days in Mexico's central time. */
export const listQualityDays = (db: Database, stationId: number, since: Date) =>
  db.query<QualityDay>(
    statement(
      'quality-days-of-station',
      `with days as (
         select (hour at time zone 'America/Mexico_City')::date as day,
           avg(cn0_median) filter (where band = 'L1')::double precision as cn0,
           (sum(losses)::double precision / nullif(sum(satellite_ms), 0) * 3600000)::double precision as losses,
           sqrt(sum(multipath_squares) / nullif(sum(multipath_samples), 0))::double precision as multipath,
           (sum(tracked) filter (where band = 'all'))::double precision / nullif(sum(epochs) filter (where band = 'all'), 0) as satellites
         from station_quality_hours where station_id = $1 and hour >= $2 group by 1
       )
       select to_char(days.day, 'YYYY-MM-DD') as day, v.verdict, cn0 as "cn0Median", losses as "lossesPerHour", multipath as "multipathM", satellites
       from days left join station_quality_days v on v.station_id = $1 and v.day = days.day order by days.day`,
    ),
    [stationId, since],
  )

export interface BandDay {
  readonly day: string
  readonly band: string
  readonly cn0Median: number | null
  readonly lossesPerHour: number | null
  readonly multipathM: number | null
}

/** The same by band. */
export const listBandDays = (db: Database, stationId: number, since: Date) =>
  db.query<BandDay>(
    statement(
      'quality-band-days',
      `select to_char((hour at time zone 'America/Mexico_City')::date, 'YYYY-MM-DD') as day, band, avg(cn0_median)::double precision as "cn0Median",
         (sum(losses)::double precision / nullif(sum(satellite_ms), 0) * 3600000)::double precision as "lossesPerHour",
         sqrt(sum(multipath_squares) / nullif(sum(multipath_samples), 0))::double precision as "multipathM"
       from station_quality_hours where station_id = $1 and hour >= $2 and band <> 'all' group by 1, 2 order by 1, 2`,
    ),
    [stationId, since],
  )

export interface BandTime extends QualitySums {
  readonly at: Date
}

/** Values of each 10 minutes, oldest first. */
export const listBandTimes = (db: Database, stationId: number, since: Date) =>
  db.query<BandTime>(
    statement(
      'quality-band-times',
      `select date_bin('10 minutes', minute, timestamptz '2000-01-01') as at, band, count(*)::integer as minutes, ${SUMS}
       from station_quality_minutes where station_id = $1 and minute >= $2 group by 1, 2 order by 1, 2`,
    ),
    [stationId, since],
  )
