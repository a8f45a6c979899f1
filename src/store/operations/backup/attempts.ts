// Attempts of daily backups. Only files in this record are ever deleted.
import type { BackupAttempt, BackupFailure, BackupHistory, GoodBackup } from '../../../domain/operations/backups.ts'
import { type Database, only, statement } from '../../kit/database.ts'
import { type BackupConnection, withConnection } from './copy.ts'

const COLUMNS = `id, started_at as "startedAt", ended_at as "endedAt", machine, file, bytes, failure`

type HistoryRow = BackupAttempt & { readonly removedAt: Date | null; readonly firstAt: Date }

/** One statement, because alerts, metrics and the schedule call it often. */
export async function readBackupHistory(db: Database): Promise<BackupHistory> {
  const rows = await db.query<HistoryRow>(
    statement(
      'backups-history',
      `select ${COLUMNS}, removed_at as "removedAt", (select started_at from backups order by id limit 1) as "firstAt" from backups
       where id in ((select max(id) from backups), (select max(id) from backups where bytes is not null and removed_at is null))
       order by id desc`,
    ),
  )
  const last = rows[0] ?? null
  const good = rows.find(({ bytes, removedAt }) => bytes !== null && removedAt === null)
  return { newest: good ? { ...good, bytes: good.bytes! } : null, last, firstAt: last?.firstAt ?? null }
}

export const listGoodBackups = (db: Database, most: number) =>
  db.query<GoodBackup>(
    statement(
      'backups-good',
      `select id, started_at as "startedAt", machine, file, bytes from backups
       where bytes is not null and removed_at is null order by id desc limit $1`,
    ),
    [most],
  )

/** Newest first, including backups whose files are missing: a disk may be mounted again. */
export const listMadeBackups = (db: Database, most: number) =>
  db.query<GoodBackup>(
    statement(
      'backups-made',
      `select id, started_at as "startedAt", machine, file, bytes from backups where bytes is not null order by id desc limit $1`,
    ),
    [most],
  )

export const listBackupAttempts = (db: Database, most: number) =>
  db.query<BackupAttempt>(statement('backups-list', `select ${COLUMNS} from backups order by id desc limit $1`), [most])

/** Backups in progress, or killed. */
export const listUnfinishedBackups = (db: Database) =>
  db.query<Pick<BackupAttempt, 'id' | 'file'>>(
    statement('backups-unfinished', 'select id, file from backups where ended_at is null order by id'),
  )

export async function insertBackup(db: Database, machine: string, file: string, startedAt: Date): Promise<number> {
  const insert = `insert into backups (machine, file, started_at) values ($1, $2, $3) returning id`
  return (await only<{ id: number }>(db, statement('backups-begin', insert), [machine, file, startedAt])).id
}

export type BackupOutcome = { readonly bytes: number } | { readonly failure: BackupFailure }

export const endBackup = (db: Database, id: number, outcome: BackupOutcome, at: Date) =>
  db.query(statement('backups-end', 'update backups set ended_at = $2, bytes = $3, failure = $4 where id = $1'), [
    id,
    at,
    'bytes' in outcome ? outcome.bytes : null,
    'failure' in outcome ? JSON.stringify(outcome.failure) : null,
  ])

export const noteBackupsRemoved = (db: Database, ids: readonly number[], at: Date) =>
  db.query(statement('backups-removed', 'update backups set removed_at = $2 where id = any ($1)'), [ids, at])

export const deleteOldBackupRecords = (db: Database, before: Date) =>
  db.query(
    statement(
      'backups-forget',
      'delete from backups where started_at < $1 and (bytes is null or removed_at is not null)',
    ),
    [before],
  )

/** A restored database contains the record of its own backup as unfinished. */
export const deleteUnfinishedBackups = (db: Database) =>
  db.query(statement('backups-drop-unfinished', 'delete from backups where ended_at is null'))

/** One daily backup at a time across all nodes. Returns `null`, without calling `work`, if another one runs. */
export const withBackupLock = <Result>(
  connection: BackupConnection,
  work: () => Promise<Result>,
): Promise<Result | null> =>
  withConnection(connection, async (client) => {
    const lock = `select pg_try_advisory_lock(hashtext('vertice backups')) as locked`
    const { rows } = await client.query<{ locked: boolean }>(lock)
    return rows[0]!.locked ? work() : null
  })
