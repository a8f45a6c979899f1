import type { Pass } from '../../domain/sessions/admission.ts'
import { type Database, statement } from '../kit/database.ts'

/** A credential as the caster's door sees it. */
export interface StoredPass extends Pass {
  readonly secret: Buffer
}

/** Of these users, in any order; unknown ones are missing. */
export const findPasses = (db: Database, usernames: readonly string[]) =>
  db.query<StoredPass>(
    statement(
      'passes',
      `select id, username, secret, station_id as "stationId", issued_at as "issuedAt", starts_at as "startsAt", expires_at as "expiresAt", revoked_at as "revokedAt",
         max_sessions as "maxSessions", when_full as "whenFull"
       from credentials where username = any ($1::text[])`,
    ),
    [usernames],
  )

/** Which of these were revoked. */
export async function revokedAmong(db: Database, ids: readonly number[]): Promise<number[]> {
  const select = 'select id from credentials where id = any ($1::bigint[]) and revoked_at is not null'
  return (await db.query<{ id: number }>(statement('revoked-among', select), [ids])).map(({ id }) => id)
}
