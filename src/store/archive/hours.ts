// What the archive has hour by hour, from the indexes of the segments and of the daily files.
import { DAILY_INTERVAL_S } from '../../domain/archive/daily.ts'
import { type Database, first, statement } from '../kit/database.ts'

const DAILY_INTERVAL_MS = DAILY_INTERVAL_S * 1000

/** The segments of a station's hour together, or its part of the daily file; as `archivedHours` takes them. */
export interface HourInArchive {
  readonly stationId: number
  readonly hour: Date
  readonly epochs: number
  readonly intervalMs: number | null
  readonly bytes: number
  /** Nothing is recorded, but a daily file is left. */
  readonly isDaily: boolean
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
/** Hours of daily files that overlap the window. `condition`: on the files. */
const dailyHours = (condition: string, from: string, to: string) => `
  select * from (
    select station_id, day::timestamp at time zone 'UTC' + (place - 1) * interval '1 hour' as hour, of_hour.epochs, d.bytes * of_hour.epochs / d.epochs as bytes
    from archive_daily_files d cross join lateral unnest(epochs_by_hour) with ordinality as of_hour (epochs, place)
    where ${condition} and kind = 'obs' and day >= (${from}::timestamptz at time zone 'UTC')::date
      and day <= (${to}::timestamptz at time zone 'UTC')::date and of_hour.epochs > 0) as hours
  where ${within('hour', from, to)}`

/** Hours that overlap the window and have data, oldest first: recorded ones, and those of which a daily file is left. */
export const listArchivedHours = (db: Database, stationIds: readonly number[], from: Date, to: Date) =>
  db.query<HourInArchive>(
    statement(
      'archive-hours',
      `with ${COUNTED},
       raw as materialized (
         select station_id, hour, sum(own)::int as epochs, min(interval_ms) as interval_ms, sum(bytes)::bigint as bytes
         from counted group by station_id, hour),
       daily as (${dailyHours('station_id = any ($1::bigint[])', '$2', '$3')})
       select station_id as "stationId", hour, epochs, interval_ms as "intervalMs", bytes, false as "isDaily" from raw
       union all
       select station_id, hour, epochs, ${DAILY_INTERVAL_MS}, bytes, true from daily
       where not exists (select from raw where raw.station_id = daily.station_id and raw.hour = daily.hour and raw.epochs > 0)
       order by hour, "stationId"`,
    ),
    [stationIds, from, to],
  )

/** Stations with data in the window, and the number of hours that have some. `withDaily`: also in daily files. */
export const listStationsRecorded = (db: Database, from: Date, to: Date, withDaily: boolean) =>
  db.query<{ stationId: number; hours: number }>(
    statement(
      'archive-hours-by-station',
      `select station_id as "stationId", count(distinct hour)::int as hours from (
         select station_id, coalesce(observed_hour, hour) as hour from archive_segments where ${observedWithin('$1', '$2')} and epochs > 0
         union all
         select station_id, hour from (${dailyHours('$3::boolean', '$1', '$2')}) as daily) as hours
       group by station_id`,
    ),
    [from, to, withDaily],
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
