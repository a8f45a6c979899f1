import { type Database, statement } from '../kit/database.ts'
import { type StoredCredential, storedColumns } from './columns.ts'

/** Imports run one at a time across all nodes: two concurrent imports would conflict on user names. */
export const lockImports = (tx: Database) =>
  tx.query(statement('imports-lock', `select pg_advisory_xact_lock(hashtext('vertice credential imports'))`))

export const findKnown = (db: Database, usernames: readonly string[]) =>
  db.query<StoredCredential>(
    statement('credentials-known', `select ${storedColumns()} from credentials where username = any ($1::text[])`),
    [usernames],
  )
