// The daily files, and the days whose files have to be made. A worker takes a day on a lease, as with orders.
import type { DailyContents, DailyFile, FailedDay, StationDay } from '../../domain/archive/daily.ts'
import type { RinexFailure } from '../../domain/archive/rinex-order.ts'
import { type Database, first, statement } from '../kit/database.ts'

export interface TakenDay extends StationDay {
  /** New with each segment of the day that is stored. */
  readonly revision: number
  /** Number of this attempt, starting at 1. */
  readonly attempt: number
}

const DAY_BEGINS = `d.day::timestamp at time zone 'UTC'`
const DAY_ENDS = `(d.day + 1)::timestamp at time zone 'UTC'`
/** After this time, a day no longer waits for segments that are not in the storage. */
const WAITS = `interval '6 hours'`

/** Leases the newest due day. The attempt is counted before the work, so that one that crashes the process counts. */
export const takeArchiveDay = (db: Database, now: Date, leasedUntil: Date): Promise<TakenDay | null> =>
  first<TakenDay>(
    db,
    statement(
      'archive-day-take',
      `update archive_days set due_at = $2, attempts = attempts + 1
       where (station_id, day) = (
         select station_id, day from archive_days d
         where due_at <= $1 and (${DAY_ENDS} + ${WAITS} <= $1 or not exists (
           select from archive_segments s where s.station_id = d.station_id and s.hour >= ${DAY_BEGINS} - interval '1 hour'
             and s.hour < ${DAY_ENDS} and s.state <> 'stored'))
         order by day desc, station_id limit 1 for update skip locked)
       returning station_id as "stationId", day, revision, attempts as attempt`,
    ),
    [now, leasedUntil],
  )

type Lease = Pick<TakenDay, 'stationId' | 'day' | 'revision' | 'attempt'>

const HELD = 'station_id = $1 and day = $2 and revision = $3 and attempts = $4'
const heldBy = ({ stationId, day, revision, attempt }: Lease) => [stationId, day, revision, attempt]

/** Moves the end of the lease. Returns false if another worker has the day, or if another segment was stored. */
export const postponeArchiveDay = async (db: Database, day: Lease, dueAt: Date): Promise<boolean> =>
  (
    await db.query(
      statement('archive-day-postpone', `update archive_days set due_at = $5 where ${HELD} returning day`),
      [...heldBy(day), dueAt],
    )
  ).length > 0

/** Ends the lease as if the day had not been taken. */
export const giveBackArchiveDay = (db: Database, day: Lease, dueAt: Date) =>
  db.query(
    statement('archive-day-give-back', `update archive_days set due_at = $5, attempts = attempts - 1 where ${HELD}`),
    [...heldBy(day), dueAt],
  )

/** Locks the day until the end of the transaction. Returns false as `postponeArchiveDay` does. */
export const holdArchiveDay = async (db: Database, day: Lease): Promise<boolean> =>
  (await db.query(statement('archive-day-hold', `select day from archive_days where ${HELD} for update`), heldBy(day)))
    .length > 0

export const finishArchiveDay = (db: Database, day: Lease) =>
  db.query(statement('archive-day-finish', `delete from archive_days where ${HELD}`), heldBy(day))

/** The day is not tried again until another segment is stored. */
export const failArchiveDay = (db: Database, day: Lease, failure: RinexFailure) =>
  db.query(statement('archive-day-fail', `update archive_days set due_at = null, failure = $5 where ${HELD}`), [
    ...heldBy(day),
    failure,
  ])

const FILE = `station_id as "stationId", day, kind, name, bytes, epochs, sha256, key`

/** Newest day first. The days are included. */
export const listDailyFiles = (db: Database, stationId: number, fromDay: string, toDay: string) =>
  db.query<DailyFile>(
    statement(
      'archive-daily-list',
      `select ${FILE} from archive_daily_files where station_id = $1 and day >= $2::date and day <= $3::date order by day desc, kind desc`,
    ),
    [stationId, fromDay, toDay],
  )

/** The days are included. */
export const listDailyContents = (db: Database, stationId: number, fromDay: string, toDay: string) =>
  db.query<DailyContents>(
    statement(
      'archive-daily-contents',
      `select day, kind, name, epochs_by_hour as "epochsByHour" from archive_daily_files
       where station_id = $1 and day >= $2::date and day <= $3::date order by day`,
    ),
    [stationId, fromDay, toDay],
  )

/** Newest first. */
export const listFailedDays = (db: Database, stationId: number, fromDay: string, toDay: string) =>
  db.query<FailedDay>(
    statement(
      'archive-days-failed',
      `select station_id as "stationId", day, failure from archive_days
       where station_id = $1 and day >= $2::date and day <= $3::date and failure is not null order by day desc`,
    ),
    [stationId, fromDay, toDay],
  )

/** Days with files or with a failure, newest first. `before` excludes itself; `null`: from the newest. */
export const listStationDays = (db: Database, stationId: number, before: string | null, limit: number) =>
  db.query<{ day: string }>(
    statement(
      'archive-days-list',
      `select day from archive_daily_files where station_id = $1 and day < coalesce($2::date, 'infinity')
       union select day from archive_days where station_id = $1 and day < coalesce($2::date, 'infinity') and failure is not null
       order by day desc limit $3`,
    ),
    [stationId, before, limit],
  )

/** The key cannot be guessed and authorises the caller. */
export const findDailyFilesByKey = (db: Database, key: string) =>
  db.query<DailyFile>(statement('archive-daily-by-key', `select ${FILE} from archive_daily_files where key = $1`), [
    key,
  ])

export interface NewDailyFile extends DailyFile {
  /** Times of observation; `null` for navigation files. */
  readonly firstEpoch: Date | null
  readonly lastEpoch: Date | null
  /** Epochs of each of the 24 hours; empty for navigation files. */
  readonly epochsByHour: readonly number[]
}

/** Inserts the file, or replaces the one of the same day and kind. */
export const saveDailyFile = (db: Database, file: NewDailyFile, now: Date) =>
  db.query(
    statement(
      'archive-daily-save',
      `insert into archive_daily_files (station_id, day, kind, name, bytes, epochs, sha256, key, first_epoch, last_epoch, epochs_by_hour, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (station_id, day, kind) do update set name = excluded.name, bytes = excluded.bytes, epochs = excluded.epochs,
         sha256 = excluded.sha256, key = excluded.key, first_epoch = excluded.first_epoch, last_epoch = excluded.last_epoch,
         epochs_by_hour = excluded.epochs_by_hour, created_at = excluded.created_at`,
    ),
    [
      file.stationId,
      file.day,
      file.kind,
      file.name,
      file.bytes,
      file.epochs,
      file.sha256,
      file.key,
      file.firstEpoch,
      file.lastEpoch,
      file.epochsByHour,
      now,
    ],
  )
