// Writes what nodes solve of baselines, and what the judge computes from it.
import type { BaselineBin, BaselineDayPart, PlacedAntenna } from '../../../domain/archive/integrity/live.ts'
import { type Database, statement } from '../../kit/database.ts'

/** A node that lost the lease of the first station writes nothing: another one solves the baseline now. */
const HOLDS_LEASE = `(r."fencingToken" is null or exists (
  select from station_leases l where l.station_id = r.a and l.fence = r."fencingToken"))`

/** Two processes without leases can solve the same baseline: the one with more fixed epochs counts. */
export const writeBaselineBins = (db: Database, bins: readonly BaselineBin[]) =>
  db.query(
    statement(
      'integrity-bins',
      `insert into baseline_bins as t (a, b, at, epochs, fixed, x, y, z, trouble, trouble_station_id, ionosphere)
       select a, b, to_timestamp("atMs" / 1000), epochs, fixed, (vector ->> 'x')::double precision, (vector ->> 'y')::double precision,
         (vector ->> 'z')::double precision, trouble ->> 'code', (trouble ->> 'stationId')::bigint,
         (select array_agg(value::integer) from jsonb_array_elements_text(case jsonb_typeof(ionosphere) when 'array' then ionosphere else '[]' end))
       from jsonb_to_recordset($1::jsonb) as r (a bigint, b bigint, "fencingToken" bigint, "atMs" double precision, epochs integer, fixed integer,
         vector jsonb, trouble jsonb, ionosphere jsonb)
       where ${HOLDS_LEASE} order by 1, 2, 3
       on conflict (a, b, at) do update set epochs = excluded.epochs, fixed = excluded.fixed, x = excluded.x, y = excluded.y, z = excluded.z,
         trouble = excluded.trouble, trouble_station_id = excluded.trouble_station_id, ionosphere = excluded.ionosphere
       where excluded.fixed > t.fixed`,
    ),
    [JSON.stringify(bins)],
  )

/** A node that takes over has less of the day: the part with more fixed epochs counts. */
export const writeBaselineDays = (db: Database, days: readonly BaselineDayPart[]) =>
  db.query(
    statement(
      'integrity-days',
      `insert into baseline_days as t (a, b, day, x, y, z, sigma_mm, sigma_up_mm, epochs, fixed)
       select a, b, day, (vector ->> 'x')::double precision, (vector ->> 'y')::double precision, (vector ->> 'z')::double precision,
         "sigmaMm", "sigmaUpMm", epochs, fixed
       from jsonb_to_recordset($1::jsonb) as r (a bigint, b bigint, "fencingToken" bigint, day date, vector jsonb, "sigmaMm" real, "sigmaUpMm" real,
         epochs integer, fixed integer)
       where ${HOLDS_LEASE} order by 1, 2, 3
       on conflict (a, b, day) do update set x = excluded.x, y = excluded.y, z = excluded.z, sigma_mm = excluded.sigma_mm,
         sigma_up_mm = excluded.sigma_up_mm, epochs = excluded.epochs, fixed = excluded.fixed
       where excluded.fixed >= t.fixed`,
    ),
    [JSON.stringify(days)],
  )

export const writeAntennas = (db: Database, antennas: readonly PlacedAntenna[]) =>
  db.query(
    statement(
      'integrity-antennas',
      `insert into station_integrity as t (station_id, x, y, z)
       select "stationId", x, y, z from jsonb_to_recordset($1::jsonb) as r ("stationId" bigint, x double precision, y double precision, z double precision)
       order by 1
       on conflict (station_id) do update set x = excluded.x, y = excluded.y, z = excluded.z
       where (t.x, t.y, t.z) is distinct from (excluded.x, excluded.y, excluded.z)`,
    ),
    [JSON.stringify(antennas)],
  )

export interface WrittenBaseline {
  readonly a: number
  readonly b: number
  readonly x: number
  readonly y: number
  readonly z: number
  readonly bins: number
  readonly scatterM: number | null
  readonly atMs: number
  readonly residualMm: number | null
  readonly agrees: boolean | null
}

export const writeBaselines = (db: Database, baselines: readonly WrittenBaseline[]) =>
  db.query(
    statement(
      'integrity-baselines',
      `insert into baselines (a, b, x, y, z, bins, scatter_m, at, residual_mm, agrees)
       select a, b, x, y, z, bins, "scatterM", to_timestamp("atMs" / 1000), "residualMm", agrees
       from jsonb_to_recordset($1::jsonb) as r (a bigint, b bigint, x double precision, y double precision, z double precision, bins integer,
         "scatterM" real, "atMs" double precision, "residualMm" real, agrees boolean) order by 1, 2
       on conflict (a, b) do update set x = excluded.x, y = excluded.y, z = excluded.z, bins = excluded.bins, scatter_m = excluded.scatter_m, at = excluded.at,
         residual_mm = excluded.residual_mm, agrees = excluded.agrees`,
    ),
    [JSON.stringify(baselines)],
  )

/** The baselines of a station learn again what is normal. */
export const forgetNormal = (db: Database, stationId: number) =>
  db.query(statement('integrity-forget-normal', 'delete from baselines where a = $1 or b = $1'), [stationId])

export interface StationOffset {
  readonly stationId: number
  readonly atMs: number
  readonly eastMm: number
  readonly northMm: number
  readonly upMm: number
  readonly changeEastMm: number | null
  readonly changeNorthMm: number | null
  readonly changeUpMm: number | null
  readonly baselines: number
  readonly isAttributed: boolean
}

export const writeOffsets = (db: Database, offsets: readonly StationOffset[]) =>
  db.query(
    statement(
      'integrity-offsets',
      `insert into station_offsets (station_id, at, east_mm, north_mm, up_mm, change_east_mm, change_north_mm, change_up_mm, baselines, is_attributed)
       select "stationId", to_timestamp("atMs" / 1000), "eastMm", "northMm", "upMm", "changeEastMm", "changeNorthMm", "changeUpMm", baselines, "isAttributed"
       from jsonb_to_recordset($1::jsonb) as r ("stationId" bigint, "atMs" double precision, "eastMm" real, "northMm" real, "upMm" real,
         "changeEastMm" real, "changeNorthMm" real, "changeUpMm" real, baselines integer, "isAttributed" boolean) order by 1, 2
       on conflict do nothing`,
    ),
    [JSON.stringify(offsets)],
  )

export interface StationCheck {
  readonly stationId: number
  readonly unchecked: string | null
  readonly detectableMm: number | null
  readonly detectableUpMm: number | null
}

export const writeChecks = (db: Database, checks: readonly StationCheck[], now: Date) =>
  db.query(
    statement(
      'integrity-checks',
      `insert into station_integrity (station_id, judged_at, unchecked, detectable_mm, detectable_up_mm)
       select "stationId", $2, unchecked, "detectableMm", "detectableUpMm"
       from jsonb_to_recordset($1::jsonb) as r ("stationId" bigint, unchecked text, "detectableMm" real, "detectableUpMm" real) order by 1
       on conflict (station_id) do update set judged_at = excluded.judged_at, unchecked = excluded.unchecked,
         detectable_mm = excluded.detectable_mm, detectable_up_mm = excluded.detectable_up_mm`,
    ),
    [JSON.stringify(checks), now],
  )

export const writeIonosphere = (db: Database, at: Date, ppm: number, baselines: number) =>
  db.query(
    statement(
      'integrity-ionosphere',
      `insert into network_ionosphere (hour, at, ppm, baselines) values (date_trunc('hour', $1::timestamptz - interval '1 minute'), $1, $2, $3)
       on conflict (hour) do update set at = excluded.at, ppm = excluded.ppm, baselines = excluded.baselines`,
    ),
    [at, ppm, baselines],
  )

export const tryLockIntegrity = async (db: Database): Promise<boolean> =>
  (
    await db.query<{ locked: boolean }>(
      statement('integrity-lock', `select pg_try_advisory_xact_lock(hashtext('vertice integrity')) as locked`),
    )
  )[0]!.locked

/** Deletes at most `limit` rows of each table. Returns whether more may be left. */
export async function deleteIntegrity(
  db: Database,
  before: { readonly bins: Date; readonly offsets: Date; readonly ionosphere: Date },
  limit: number,
): Promise<boolean> {
  const tables = [
    ['baseline_bins', 'at', before.bins],
    ['station_offsets', 'at', before.offsets],
    ['network_ionosphere', 'hour', before.ionosphere],
  ] as const
  let isMore = false
  for (const [table, column, until] of tables) {
    const remove = `delete from ${table} where ctid = any (array(select ctid from ${table} where ${column} < $1 order by ${column} limit $2)) returning 1`
    const deleted = await db.query(statement(`integrity-delete-${table}`, remove), [until, limit])
    isMore ||= deleted.length === limit
  }
  await db.query(statement('integrity-delete-days', 'delete from baseline_days where day < $1::date'), [before.offsets])
  return isMore
}
