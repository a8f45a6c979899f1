// Server settings and migration state, read without changing anything.
import type pg from 'pg'
import { type NewerDatabase, newerDatabase } from '../../../domain/operations/upgrade/newer-database.ts'
import { isAdoptable } from '../migrations/adopt.ts'
import { type AppliedMigration, migrationFiles, SELECT_APPLIED } from '../migrations/migration-files.ts'

export interface ServerFacts {
  readonly version: string
  readonly maxConnections: number
  /** Connections reserved for superusers and privileged roles. */
  readonly reserved: number
  readonly isStandby: boolean
  readonly missing: readonly string[]
  /** `null` unless a newer release has migrated the database. */
  readonly newer: NewerDatabase | null
}

export async function readServerFacts(pool: pg.Pool, release: string): Promise<ServerFacts> {
  const { rows } = await pool.query<Omit<ServerFacts, 'missing' | 'newer'> & { isMade: boolean }>(
    `select current_setting('server_version') as version, current_setting('max_connections')::int as "maxConnections",
       current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
       pg_is_in_recovery() as "isStandby", to_regclass('schema_migrations') is not null as "isMade"`,
  )
  const { isMade, ...facts } = rows[0]!
  const applied = isMade ? (await pool.query<AppliedMigration>(SELECT_APPLIED)).rows : []
  const names = applied.map(({ name }) => name)
  const files = migrationFiles().map(({ name }) => name)
  return {
    ...facts,
    missing: files.filter((name) => !names.includes(name)),
    newer: isAdoptable(applied)
      ? null
      : newerDatabase(
          release,
          applied.filter(({ name }) => !files.includes(name)),
        ),
  }
}

/** New connections cannot write, because of a setting or because the server is a standby. */
export async function isSetReadOnly(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )
  return rows[0]!.isReadOnly
}
