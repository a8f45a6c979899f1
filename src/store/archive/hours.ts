// What was recorded hour by hour, from the index of the segments.
import { DAILY_INTERVAL_S } from '../../domain/archive/daily.ts'
import { type Database, first, statement } from '../kit/database.ts'

const DAILY_INTERVAL_MS = DAILY_INTERVAL_S * 1000

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
export const countedSegments = (where: string) => `segments as (
    select station_id, coalesce(observed_hour, hour) as hour, fencing_token, first_epoch, last_epoch, epochs, interval_ms, bytes, stored_bytes,
      max(last_epoch) over (partition by station_id, coalesce(observed_hour, hour), fencing_token is null
        order by first_epoch, last_epoch desc, id rows between unbounded preceding and 1 preceding) as covered
      from archive_segments where ${where}),
  counted as (
    select *, case when fencing_token is null or covered is null or covered < first_epoch then epochs
        when covered >= last_epoch then 0
        else round((epochs - 1) * extract(epoch from last_epoch - covered) / extract(epoch from last_epoch - first_epoch)) end as own
      from segments)`

const within = (hour: string, from: string, to: string) =>
  `${hour} > ${from}::timestamptz - interval '1 hour' and ${hour} < ${to}`
/** Hours of observation. Written so that both indexes can be used. */
const observedWithin = (from: string, to: string) =>
  `(observed_hour is null and ${within('hour', from, to)} or ${within('observed_hour', from, to)})`

const COUNTED = countedSegments(`station_id = any ($1::bigint[]) and ${observedWithin('$2', '$3')}`)

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

/** Like the hours of `listRecordedHours`, with those of which only a daily file is left. */
export const listArchivedHours = (db: Database, stationId: number, from: Date, to: Date) =>
  db.query<Omit<RecordedHour, 'stationId'>>(
    statement(
      'archive-hours-and-days',
      `with ${COUNTED},
       raw as materialized (
         select hour, sum(own)::int as epochs, min(interval_ms) as interval_ms, sum(bytes)::bigint as bytes from counted group by hour),
       daily as (
         select day::timestamp at time zone 'UTC' + (place - 1) * interval '1 hour' as hour, of_hour.epochs, ${DAILY_INTERVAL_MS} as interval_ms,
           d.bytes * of_hour.epochs / d.epochs as bytes
         from archive_daily_files d cross join lateral unnest(epochs_by_hour) with ordinality as of_hour (epochs, place)
         where station_id = any ($1::bigint[]) and kind = 'obs' and day >= ($2::timestamptz at time zone 'UTC')::date
           and day <= ($3::timestamptz at time zone 'UTC')::date and of_hour.epochs > 0)
       select hour, epochs, interval_ms as "intervalMs", bytes from raw
       union all
       select hour, epochs, interval_ms, bytes from daily
       where hour > $2::timestamptz - interval '1 hour' and hour < $3 and not exists (select from raw where raw.hour = daily.hour)
       order by hour`,
    ),
    [[stationId], from, to],
  )

/** Stations with data in the window, and the number of hours that have some. */
export const listStationsRecorded = (db: Database, from: Date, to: Date) =>
  db.query<{ stationId: number; hours: number }>(
    statement(
      'archive-hours-by-station',
      `select station_id as "stationId", count(distinct coalesce(observed_hour, hour))::int as hours from archive_segments
       where ${observedWithin('$1', '$2')} and epochs > 0 group by station_id`,
    ),
    [from, to],
  )

export interface ArchiveExtent {
  readonly first: Date
  readonly last: Date
}

/** Times of the first and the last epoch in segments and daily files; `null` if the station has none. */
export const readExtent = (db: Database, stationId: number) =>
  first<ArchiveExtent>(
    db,
    statement(
      'archive-extent',
      `select min(first_epoch) as first, max(last_epoch) as last
       from (select first_epoch, last_epoch from archive_segments where station_id = $1
         union all select first_epoch, last_epoch from archive_daily_files where station_id = $1) as files
       having min(first_epoch) is not null`,
    ),
    [stationId],
  )
