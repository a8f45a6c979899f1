// Writes what was measured of the quality of stations, and the verdicts.
import type { Band, BandDrop, BandMinute, QualityMinute, SkySatellite } from '@vertice/gnss'
import { ALL_BANDS } from '../../../domain/network/quality/facts.ts'
import type { Reason, Verdict } from '../../../domain/network/quality/reason.ts'
import { type Database, statement } from '../../kit/database.ts'

export interface MeasuredMinute extends QualityMinute {
  readonly stationId: number
  readonly sky: readonly SkySatellite[]
}

export interface SkyPart {
  readonly stationId: number
  readonly atMs: number
  /** As `SkyCell` of packages/gnss. */
  readonly cells: readonly (readonly number[])[]
  /** As `SkySample`. */
  readonly satellites: readonly (readonly (string | number | null)[])[]
}

const COLUMNS =
  'epochs, missed, tracked, expected, cn0_median, cn0_p10, losses, half_cycles, satellite_ms, multipath_squares, multipath_samples, below_horizon, contradicting, clock_ms, x, y, z'

/** If two nodes measured parts of a minute, the longer part counts. */
export const writeQualityMinutes = (db: Database, minutes: readonly MeasuredMinute[]) =>
  db.query(
    statement(
      'quality-minutes',
      `insert into station_quality_minutes as m (station_id, minute, band, ${COLUMNS})
       select "stationId", to_timestamp("minuteMs" / 1000), band, epochs, missed, tracked, expected, "cn0Median", "cn0P10", losses, "halfCycles",
         "satelliteMs", "multipathSquares", "multipathSamples", "belowHorizon", contradicting, "clockMs", x, y, z
       from json_to_recordset($1::json) as r ("stationId" bigint, "minuteMs" double precision, band text, epochs integer, missed integer,
         tracked integer, expected integer, "cn0Median" real, "cn0P10" real, losses integer, "halfCycles" integer, "satelliteMs" bigint,
         "multipathSquares" double precision, "multipathSamples" integer, "belowHorizon" integer, contradicting integer, "clockMs" double precision,
         x double precision, y double precision, z double precision)
       order by 1, 3, 2
       on conflict (station_id, band, minute) do update set (${COLUMNS}) = row (${COLUMNS.split(', ')
         .map((column) => `excluded.${column}`)
         .join(', ')}) where excluded.epochs >= m.epochs`,
    ),
    [JSON.stringify(minutes.flatMap(rowsOf))],
  )

const NONE = { losses: 0, halfCycles: 0, satelliteMs: 0, multipathSquares: 0, multipathSamples: 0 }

function rowsOf({ stationId, minuteMs, epochs, missed, bands, point, ...minute }: MeasuredMinute): object[] {
  const about = { stationId, minuteMs, epochs, missed }
  const { tracked, expected, belowHorizon, contradicting, clockMs } = minute
  const all = { ...about, ...NONE, band: ALL_BANDS, tracked, expected, belowHorizon, contradicting, clockMs, ...point }
  return [
    all,
    ...bands.map(({ drop: _, ...band }: BandMinute) => ({
      ...about,
      ...band,
      satelliteMs: Math.round(band.satelliteMs),
    })),
  ]
}

/** The newest sky wins, whichever node measured it. */
export const writeSkies = (db: Database, minutes: readonly MeasuredMinute[]) =>
  db.query(
    statement(
      'quality-skies',
      `insert into station_quality as q (station_id, measured_at, sky)
       select distinct on ("stationId") "stationId", to_timestamp("minuteMs" / 1000 + 60), sky
       from json_to_recordset($1::json) as r ("stationId" bigint, "minuteMs" double precision, sky jsonb) order by 1, 2 desc
       on conflict (station_id) do update set measured_at = excluded.measured_at, sky = excluded.sky
       where q.measured_at is null or q.measured_at < excluded.measured_at`,
    ),
    [JSON.stringify(minutes.map(({ stationId, minuteMs, sky }) => ({ stationId, minuteMs, sky })))],
  )

export const writeSkyParts = (db: Database, parts: readonly SkyPart[]) =>
  db.query(
    statement(
      'quality-sky-parts',
      `insert into station_sky_parts (station_id, at, cells, satellites)
       select "stationId", to_timestamp("atMs" / 1000), cells, satellites
       from json_to_recordset($1::json) as r ("stationId" bigint, "atMs" double precision, cells jsonb, satellites jsonb) order by 1, 2
       on conflict (station_id, at) do update set cells = excluded.cells, satellites = excluded.satellites`,
    ),
    [JSON.stringify(parts)],
  )

export const dropsOf = ({ stationId, minuteMs, bands }: Pick<MeasuredMinute, 'stationId' | 'minuteMs' | 'bands'>) =>
  bands.flatMap(({ band, drop }) => (drop === null ? [] : [{ stationId, band, minuteMs, ...drop }]))

export interface MeasuredDrop extends BandDrop {
  readonly stationId: number
  readonly band: Band
  /** The minute that reports it. */
  readonly minuteMs: number
}

export const writeDrops = (db: Database, drops: readonly MeasuredDrop[]) =>
  db.query(
    statement(
      'quality-drops',
      `insert into station_cn0_drops (station_id, band, since, ended_at, seen_at, drop_db, satellites)
       select distinct on ("stationId", band, "sinceMs") "stationId", band, to_timestamp("sinceMs" / 1000), to_timestamp("untilMs" / 1000),
         to_timestamp("minuteMs" / 1000 + 60), "dropDb", satellites
       from json_to_recordset($1::json) as r ("stationId" bigint, band text, "minuteMs" double precision, "sinceMs" double precision,
         "untilMs" double precision, "dropDb" real, satellites integer)
       order by "stationId", band, "sinceMs", "minuteMs" desc
       on conflict (station_id, band, since) do update set ended_at = excluded.ended_at, seen_at = excluded.seen_at`,
    ),
    [JSON.stringify(drops)],
  )

const HOURS = (where: string) =>
  `insert into station_quality_hours (station_id, hour, band, minutes, epochs, missed, tracked, expected, cn0_median, cn0_p10, losses, half_cycles,
         satellite_ms, multipath_squares, multipath_samples, x, y, z)
       select station_id, date_trunc('hour', minute), band, count(*), sum(epochs), sum(missed), sum(tracked), sum(expected), avg(cn0_median), avg(cn0_p10),
         sum(losses), sum(half_cycles), sum(satellite_ms), sum(multipath_squares), sum(multipath_samples),
         percentile_cont(0.5) within group (order by x), percentile_cont(0.5) within group (order by y), percentile_cont(0.5) within group (order by z)
       from station_quality_minutes where ${where} group by 1, 2, 3 order by 1, 3, 2
       on conflict (station_id, band, hour) do update set minutes = excluded.minutes, epochs = excluded.epochs, missed = excluded.missed,
         tracked = excluded.tracked, expected = excluded.expected, cn0_median = excluded.cn0_median, cn0_p10 = excluded.cn0_p10,
         losses = excluded.losses, half_cycles = excluded.half_cycles, satellite_ms = excluded.satellite_ms,
         multipath_squares = excluded.multipath_squares, multipath_samples = excluded.multipath_samples, x = excluded.x, y = excluded.y, z = excluded.z`

/** Computes the hours that are not over, or ended lately, from their minutes. Repeating it changes nothing. */
export const sumHours = (db: Database, since: Date) =>
  db.query(statement('quality-hours', HOURS(`minute >= date_trunc('hour', $1::timestamptz)`)), [since])

/** Computes the hours of a station in a window. Hours of which minutes were deleted already keep more minutes. */
export const sumHoursOf = (db: Database, stationId: number, from: Date, to: Date) =>
  db.query(
    statement(
      'quality-hours-of-station',
      `${HOURS(`station_id = $1 and minute >= date_trunc('hour', $2::timestamptz) and minute < $3`)}
       where excluded.minutes >= station_quality_hours.minutes`,
    ),
    [stationId, from, to],
  )

export interface WrittenVerdict {
  readonly stationId: number
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
}

/** The day keeps its worst verdict. */
const DAYS = `on conflict (station_id, day) do update set verdict = excluded.verdict where d.verdict = 'good' or excluded.verdict = 'bad'`

/** A day that was never measured has none. */
export async function writeVerdicts(db: Database, verdicts: readonly WrittenVerdict[], now: Date): Promise<void> {
  const rows = JSON.stringify(verdicts)
  await db.query(
    statement(
      'quality-verdicts',
      `insert into station_quality (station_id, verdict, reasons, judged_at)
       select "stationId", verdict, reasons, $2 from json_to_recordset($1::json) as r ("stationId" bigint, verdict text, reasons jsonb) order by 1
       on conflict (station_id) do update set verdict = excluded.verdict, reasons = excluded.reasons, judged_at = excluded.judged_at`,
    ),
    [rows, now],
  )
  await db.query(
    statement(
      'quality-days',
      `insert into station_quality_days as d (station_id, day, verdict)
       select "stationId", ($2::timestamptz at time zone 'America/Mexico_City')::date, verdict
       from json_to_recordset($1::json) as r ("stationId" bigint, verdict text) where verdict <> 'unknown' order by 1 ${DAYS}`,
    ),
    [rows, now],
  )
}

/** Verdicts of past days. */
export const writeJudgedDays = (
  db: Database,
  stationId: number,
  days: readonly { readonly day: string; readonly verdict: Verdict }[],
) =>
  db.query(
    statement(
      'quality-judged-days',
      `insert into station_quality_days as d (station_id, day, verdict)
       select $1, day, verdict from json_to_recordset($2::json) as r (day date, verdict text) order by 2 ${DAYS}`,
    ),
    [stationId, JSON.stringify(days)],
  )

export const tryLockQuality = async (db: Database): Promise<boolean> =>
  (
    await db.query<{ locked: boolean }>(
      statement('quality-lock', `select pg_try_advisory_xact_lock(hashtext('vertice quality')) as locked`),
    )
  )[0]!.locked

/** Deletes at most `limit` rows of each table. Returns whether more may be left. */
export async function deleteQuality(
  db: Database,
  before: { readonly minutes: Date; readonly hours: Date; readonly sky: Date },
  limit: number,
): Promise<boolean> {
  const tables = [
    ['station_quality_minutes', 'minute', before.minutes],
    ['station_quality_hours', 'hour', before.hours],
    ['station_sky_parts', 'at', before.sky],
    ['station_cn0_drops', 'seen_at', before.hours],
  ] as const
  let isMore = false
  for (const [table, column, until] of tables) {
    const remove = `delete from ${table} where ctid = any (array(select ctid from ${table} where ${column} < $1 order by ${column} limit $2)) returning 1`
    const deleted = await db.query(statement(`quality-delete-${table}`, remove), [until, limit])
    isMore ||= deleted.length === limit
  }
  await db.query(statement('quality-delete-days', 'delete from station_quality_days where day < $1::date'), [
    before.hours,
  ])
  return isMore
}
