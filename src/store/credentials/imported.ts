// What an import asks of the credentials and groups there are.

import type { WhenFull } from '../../domain/sessions/admission.ts'
import { type Database, statement } from '../kit/database.ts'
import { COLUMNS, type StoredCredential } from './rows.ts'

export interface KnownCredential extends StoredCredential {
  readonly maxSessions: number
  readonly whenFull: WhenFull
}

/** One import at a time, in the whole network: two that meet would find each other's names taken. */
export const lockImports = (tx: Database) =>
  tx.query(statement('imports-lock', `select pg_advisory_xact_lock(hashtext('vertice credential imports'))`))

export const findKnown = (db: Database, usernames: readonly string[]) =>
  db.query<KnownCredential>(
    statement(
      'credentials-known',
      `select ${COLUMNS}, max_sessions as "maxSessions", when_full as "whenFull" from credentials where username = any ($1::text[])`,
    ),
    [usernames],
  )
