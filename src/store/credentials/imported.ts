// What an import asks of the credentials and groups there are.
import { type Database, statement } from '../kit/database.ts'
import { type StoredCredential, storedColumns } from './columns.ts'

/** One import at a time, in the whole network: two that meet would find each other's names taken. */
export const lockImports = (tx: Database) =>
  tx.query(statement('imports-lock', `select pg_advisory_xact_lock(hashtext('vertice credential imports'))`))

export const findKnown = (db: Database, usernames: readonly string[]) =>
  db.query<StoredCredential>(
    statement('credentials-known', `select ${storedColumns()} from credentials where username = any ($1::text[])`),
    [usernames],
  )
