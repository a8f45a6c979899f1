import { type Database, first, statement } from '../kit/database.ts'

export async function readPushSecret(db: Database, stationId: number): Promise<Buffer | null> {
  const select = 'select push_secret as secret from stations where id = $1'
  return (
    (await first<{ secret: Buffer | null }>(db, statement('station-push-secret', select), [stationId]))?.secret ?? null
  )
}

export const writePushSecret = (db: Database, stationId: number, secret: Buffer) =>
  db.query(statement('station-push-secret-set', 'update stations set push_secret = $2 where id = $1'), [
    stationId,
    secret,
  ])

export const listPushSecrets = (db: Database) =>
  db.query<{ stationId: number; secret: Buffer }>(
    statement(
      'station-push-secrets',
      'select id as "stationId", push_secret as secret from stations where push_secret is not null and archived_at is null',
    ),
  )

export interface StoredPull {
  readonly stationId: number
  readonly url: string
  /** Encrypted; `null` if none is needed. */
  readonly login: Buffer | null
}

export const listPulls = (db: Database) =>
  db.query<StoredPull>(
    statement(
      'station-pulls',
      `select id as "stationId", pull_url as url, pull_login as login from stations where pull_url is not null and archived_at is null`,
    ),
  )

export const writePull = (db: Database, stationId: number, url: string | null, login: Buffer | null) =>
  db.query(statement('station-pull-set', 'update stations set pull_url = $2, pull_login = $3 where id = $1'), [
    stationId,
    url,
    login,
  ])

export interface StoredStandbySource {
  readonly stationId: number
  /** `null` for a push. */
  readonly url: string | null
  /** Encrypted; `null` if none is needed. */
  readonly login: Buffer | null
}

export const listStoredStandbySources = (db: Database) =>
  db.query<StoredStandbySource>(
    statement(
      'station-backups',
      `select id as "stationId", backup_pull_url as url, backup_pull_login as login from stations
       where (backup_push_secret is not null or backup_pull_url is not null) and archived_at is null`,
    ),
  )

/** What a pushing source must present: encrypted secrets, and whether a certificate is required. */
export interface StoredLock {
  readonly first: Buffer | null
  readonly backup: Buffer | null
  readonly isCertificateRequired: boolean
}

export const readLock = (db: Database, stationId: number) =>
  first<StoredLock>(
    db,
    statement(
      'station-lock',
      `select push_secret as first, backup_push_secret as backup, certificate_required as "isCertificateRequired" from stations where id = $1`,
    ),
    [stationId],
  )

/** At most one kind of standby is set. */
export interface StandbyWrite {
  readonly secret: Buffer | null
  readonly url: string | null
  readonly login: Buffer | null
  readonly otherId: number | null
}

export const writeStandby = (db: Database, stationId: number, { secret, url, login, otherId }: StandbyWrite) =>
  db.query(
    statement(
      'station-backup-set',
      `update stations set backup_push_secret = $2, backup_pull_url = $3, backup_pull_login = $4, backup_station_id = $5 where id = $1`,
    ),
    [stationId, secret, url, login, otherId],
  )
