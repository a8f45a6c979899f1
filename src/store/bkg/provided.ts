// Credentials as a BKG caster has to know them, read in pages: all that may come into force, or what changed.

import type { OnBase } from '../../domain/credentials/fence.ts'
import { LIVE } from '../credentials/rows.ts'
import { type Database, plannedEachTime, statement } from '../kit/database.ts'

export interface ProvidedRow {
  readonly id: number
  readonly ownerId: number
  readonly username: string
  readonly secret: Buffer
  readonly stationId: number | null
  readonly groupId: number | null
  readonly issuedAt: Date
  readonly startsAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly suspendedAt: Date | null
  readonly maxSessions: number
  /** null: it has none. */
  readonly fence: OnBase | null
  readonly cuts: number
}

const COLUMNS = `id, owner_id as "ownerId", coalesce(given_username, username) as username, secret, station_id as "stationId", group_id as "groupId", issued_at as "issuedAt",
  starts_at as "startsAt", expires_at as "expiresAt", revoked_at as "revokedAt", suspended_at as "suspendedAt", max_sessions as "maxSessions", fence ->> 'onBase' as fence, cuts`

export interface Place {
  readonly ownerId: number
  readonly id: number
}

/** Those that have not ended, as far as the background has noted it, by owner and id; tests open nothing. */
export const listProvided = (db: Database, after: Place, most: number) =>
  db.query<ProvidedRow>(
    statement(
      'bkg-provided',
      `select ${COLUMNS} from credentials where ${LIVE} and not is_test and (owner_id, id) > ($1, $2) order by owner_id, id limit $3`,
    ),
    [after.ownerId, after.id, most],
  )

/** Of these, whatever became of them. */
export const findProvided = (db: Database, ids: readonly number[]) =>
  db.query<ProvidedRow>(
    statement('bkg-provided-of', `select ${COLUMNS} from credentials where id = any ($1::bigint[]) and not is_test`),
    [ids],
  )

/** Which came after this one. Whoever issues takes a number before it commits: a smaller one may come later. */
export const listNewerCredentials = (db: Database, after: number) =>
  db.query<{ id: number }>(
    statement('bkg-newer', 'select id from credentials where id > $1 and not is_test order by id'),
    [after],
  )

/** 0: there is none. */
export async function newestCredential(db: Database): Promise<number> {
  const [row] = await db.query<{ id: number }>(plannedEachTime('select id from credentials order by id desc limit 1'))
  return row?.id ?? 0
}
