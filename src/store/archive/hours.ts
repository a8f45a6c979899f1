// What was recorded hour by hour, from the index of the segments.
import { type Database, first, statement } from '../kit/database.ts'

/** The segments of a station's hour together; as `archivedHours` takes them. */
export interface RecordedHour {
  readonly stationId: number
  readonly hour: Date
  readonly epochs: number
  readonly intervalMs: number | null
  readonly bytes: number
}

/**
 * What two nodes recorded at the same time counts once: of a segment with a fencing token only the time after the
 * segments that began before it, in proportion.
 */
const COUNTED = `segments as (
    select *, max(last_epoch) over (partition by station_id, hour, fencing_token is null order by first_epoch, last_epoch desc, id
        rows between unbounded preceding and 1 preceding) as covered
      from archive_segments where station_id = any ($1::bigint[]) and hour > $2::timestamptz - interval '1 hour' and hour < $3),
  counted as (
    select *, case when fencing_token is null or covered is null or covered < first_epoch then epochs
        when covered >= last_epoch then 0
        else round((epochs - 1) * extract(epoch from last_epoch - covered) / extract(epoch from last_epoch - first_epoch)) end as own
      from segments)`

/** Hours that overlap the window and have data, oldest first. */
export const listRecordedHours = (db: Database, stationIds: readonly number[], from: Date, to: Date) =>
  db.query<RecordedHour>(
    statement(
      'archive-hours',
      `with ${COUNTED}
       select station_id as "stationId", hour, sum(own)::int as epochs, min(interval_ms) as "intervalMs", sum(bytes)::bigint as bytes
       from counted group by station_id, hour order by hour, station_id`,
    ),
    [stationIds, from, to],
  )

/** Stations with data in the window, and the number of hours that have some. */
export const listStationsRecorded = (db: Database, from: Date, to: Date) =>
  db.query<{ stationId: number; hours: number }>(
    statement(
      'archive-hours-by-station',
      `select station_id as "stationId", count(distinct hour)::int as hours from archive_segments
       where hour > $1::timestamptz - interval '1 hour' and hour < $2 and epochs > 0 group by station_id`,
    ),
    [from, to],
  )

export interface ArchiveExtent {
  readonly first: Date
  readonly last: Date
}

/** Times of the first and the last recorded epoch; `null` if the station has none. */
export const readExtent = (db: Database, stationId: number) =>
  first<ArchiveExtent>(
    db,
    statement(
      'archive-extent',
      `select min(first_epoch) as first, max(last_epoch) as last from archive_segments where station_id = $1 having min(first_epoch) is not null`,
    ),
    [stationId],
  )
