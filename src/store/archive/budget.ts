// The budget of the archive, what it uses, and the files that exceed it.
import type { ArchiveBudget, ArchiveUse } from '../../domain/archive/budget.ts'
import { type Database, only, statement } from '../kit/database.ts'
import { IS_DELETABLE } from './recording.ts'

export const readArchiveBudget = (db: Database): Promise<ArchiveBudget> =>
  only<ArchiveBudget>(
    db,
    statement(
      'archive-budget',
      `select raw_days as "rawDays", raw_bytes as "rawBytes", daily_days as "dailyDays", daily_bytes as "dailyBytes" from archive_settings`,
    ),
  )

export const writeArchiveBudget = (db: Database, { rawDays, rawBytes, dailyDays, dailyBytes }: ArchiveBudget) =>
  db.query(
    statement(
      'archive-budget-update',
      'update archive_settings set raw_days = $1, raw_bytes = $2, daily_days = $3, daily_bytes = $4',
    ),
    [rawDays, rawBytes, dailyDays, dailyBytes],
  )

export interface ArchiveStanding {
  readonly rawUsedBytes: number
  readonly dailyUsedBytes: number
  /** Days for which the limit in bytes has room; `null` if these are as many as promised. */
  readonly rawKeptDays: number | null
  readonly dailyKeptDays: number | null
}

/** What the job that applies the budget found when it last ran; it runs every few minutes. */
export const readArchiveStanding = (db: Database): Promise<ArchiveStanding & ArchiveBudget> =>
  only<ArchiveStanding & ArchiveBudget>(
    db,
    statement(
      'archive-standing',
      `select raw_used_bytes as "rawUsedBytes", daily_used_bytes as "dailyUsedBytes", raw_kept_days as "rawKeptDays",
         daily_kept_days as "dailyKeptDays", raw_days as "rawDays", raw_bytes as "rawBytes", daily_days as "dailyDays",
         daily_bytes as "dailyBytes" from archive_settings`,
    ),
  )

export const writeArchiveStanding = (db: Database, standing: ArchiveStanding) =>
  db.query(
    statement(
      'archive-standing-update',
      'update archive_settings set raw_used_bytes = $1, daily_used_bytes = $2, raw_kept_days = $3, daily_kept_days = $4',
    ),
    [standing.rawUsedBytes, standing.dailyUsedBytes, standing.rawKeptDays, standing.dailyKeptDays],
  )

/** By hour, compressed as far as the segments are. Reads the index only. */
export const readRawUse = (db: Database) =>
  db.query<ArchiveUse>(
    statement(
      'archive-use-raw',
      `select hour as at, sum(coalesce(stored_bytes, bytes))::bigint as bytes from archive_segments group by hour order by hour`,
    ),
  )

/** By day. */
export const readDailyUse = (db: Database) =>
  db.query<ArchiveUse>(
    statement(
      'archive-use-daily',
      `select day::timestamp at time zone 'UTC' as at, sum(bytes)::bigint as bytes from archive_daily_files group by day order by day`,
    ),
  )

export interface ArchiveFile {
  readonly id: number
  readonly name: string
}

/** Oldest first. Segments that are being written are left out. */
export const listRawBefore = (db: Database, before: Date, limit: number) =>
  db.query<ArchiveFile>(
    statement(
      'archive-raw-before',
      `select id, name from archive_segments s where hour < $1 and ${IS_DELETABLE} order by hour, id limit $2`,
    ),
    [before, limit],
  )

export const listDailyBefore = (db: Database, before: Date, limit: number) =>
  db.query<ArchiveFile>(
    statement(
      'archive-daily-before',
      `select id, name from archive_daily_files where day::timestamp at time zone 'UTC' < $1 order by day, id limit $2`,
    ),
    [before, limit],
  )

export const deleteSegmentRows = (db: Database, ids: readonly number[]) =>
  db.query(statement('archive-segments-delete', 'delete from archive_segments where id = any ($1::bigint[])'), [ids])

/** Segments that are complete and not in the storage yet. Returns their names. */
export const deleteClosedRows = async (db: Database, before: Date): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      statement(
        'archive-closed-delete',
        `delete from archive_segments where hour < $1 and state = 'closed' returning name`,
      ),
      [before],
    )
  ).map(({ name }) => name)

export const deleteDailyRows = (db: Database, ids: readonly number[]) =>
  db.query(statement('archive-daily-delete', 'delete from archive_daily_files where id = any ($1::bigint[])'), [ids])
