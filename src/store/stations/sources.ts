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

export interface StoredPull {
  readonly stationId: number
  readonly url: string
  /** Encrypted; null: none is needed. */
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
