// The archive by station, and its files for verification.
import { type Database, statement } from '../kit/database.ts'
import type { ArchiveFile } from './budget.ts'
import { countedSegments } from './hours.ts'
import { IS_DELETABLE } from './recording.ts'

export interface ArchivedStation {
  readonly stationId: number
  /** Hours with epochs. Imported ephemerides can be of other hours. */
  readonly hours: number
  /** Size of the frames in compressed segments, and the size of these segments. */
  readonly closedBytes: number
  readonly storedBytes: number
  /** What the station uses, as far as compressed. */
  readonly usedBytes: number
  readonly oldest: Date
  readonly newest: Date
  /** Hours from the oldest to the last complete hour, and the sum of their completeness (1 for a complete hour). */
  readonly pastHours: number
  readonly pastComplete: number
}

/**
 * Completeness counts complete hours only, at the shortest interval of each hour. What two nodes recorded counts once.
 */
export const listArchivedStations = (db: Database, now: Date) =>
  db.query<ArchivedStation>(
    statement(
      'archive-stations',
      `with ${countedSegments('true')},
       hours as (
         select station_id, hour, sum(own) as epochs, min(interval_ms) as interval_ms, sum(coalesce(stored_bytes, bytes)) as used,
           sum(bytes) filter (where stored_bytes is not null) as closed, sum(stored_bytes) as stored
         from counted group by station_id, hour)
       select station_id as "stationId", (count(*) filter (where epochs > 0))::int as hours, coalesce(sum(closed), 0)::bigint as "closedBytes",
         coalesce(sum(stored), 0)::bigint as "storedBytes", sum(used)::bigint as "usedBytes", coalesce(min(hour) filter (where epochs > 0), min(hour)) as oldest,
         coalesce(max(hour) filter (where epochs > 0), max(hour)) as newest,
         coalesce(greatest(0, extract(epoch from date_trunc('hour', $1::timestamptz, 'UTC') - min(hour) filter (where epochs > 0)) / 3600), 0)::int as "pastHours",
         coalesce(sum(case when interval_ms is null then 0 else least(1.0, epochs * interval_ms / 3600000.0) end)
           filter (where hour < date_trunc('hour', $1::timestamptz, 'UTC')), 0)::float8 as "pastComplete"
       from hours group by station_id order by station_id`,
    ),
    [now],
  )

export interface StoredFile extends ArchiveFile {
  readonly sha256: Buffer
  readonly bytes: number
  /** `null` for files that are not segments of frames. */
  readonly epochs: number | null
}

/** Segments in the storage, by id, after `afterId`. */
export const listStoredSegments = (db: Database, afterId: number, limit: number) =>
  db.query<StoredFile>(
    statement(
      'archive-stored-segments',
      `select id, name, sha256, bytes, case when format = 'rtcm' then epochs end as epochs from archive_segments
       where id > $1 and state = 'stored' order by id limit $2`,
    ),
    [afterId, limit],
  )

export const listStoredDaily = (db: Database, afterId: number, limit: number) =>
  db.query<StoredFile>(
    statement(
      'archive-stored-daily',
      `select id, name, sha256, bytes, null::integer as epochs from archive_daily_files where id > $1 order by id limit $2`,
    ),
    [afterId, limit],
  )

/** Which of the names are in the index. */
export const listIndexedNames = async (db: Database, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db.query<{ name: string }>(
    statement(
      'archive-names',
      `select name from archive_segments where name = any ($1::text[])
       union all select name from archive_daily_files where name = any ($1::text[])`,
    ),
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Whole hours in the window, without segments that are being written. */
export const listSegmentsWithin = (db: Database, stationId: number, from: Date, to: Date, limit: number) =>
  db.query<ArchiveFile>(
    statement(
      'archive-segments-within',
      `select id, name from archive_segments s where station_id = $1 and hour >= $2 and hour <= $3::timestamptz - interval '1 hour'
         and ${IS_DELETABLE} order by hour, id limit $4`,
    ),
    [stationId, from, to, limit],
  )

/** Whole days in the window. */
export const listDailyWithin = (db: Database, stationId: number, from: Date, to: Date, limit: number) =>
  db.query<ArchiveFile>(
    statement(
      'archive-daily-within',
      `select id, name from archive_daily_files where station_id = $1 and day::timestamp at time zone 'UTC' >= $2
         and (day + 1)::timestamp at time zone 'UTC' <= $3 order by day, id limit $4`,
    ),
    [stationId, from, to, limit],
  )

export const countWithin = async (db: Database, stationId: number, from: Date, to: Date) => {
  const [counted] = await db.query<{ segments: number; dailyFiles: number }>(
    statement(
      'archive-count-within',
      `select (select count(*)::int from archive_segments s where station_id = $1 and hour >= $2
           and hour <= $3::timestamptz - interval '1 hour' and ${IS_DELETABLE}) as segments,
         (select count(*)::int from archive_daily_files where station_id = $1 and day::timestamp at time zone 'UTC' >= $2
           and (day + 1)::timestamp at time zone 'UTC' <= $3) as "dailyFiles"`,
    ),
    [stationId, from, to],
  )
  return counted!
}
