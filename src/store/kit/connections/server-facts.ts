// What a database server says of itself, and how far it is migrated; asked without changing anything.
import type pg from 'pg'
import { isAdoptable } from '../migrations/adopt.ts'
import { type AppliedMigration, migrationFiles } from '../migrations/migration-files.ts'

export interface ServerFacts {
  readonly version: string
  readonly maxConnections: number
  /** Kept for others than us. */
  readonly reserved: number
  readonly isStandby: boolean
  /** Migrations of this release that were not applied yet, and applied ones that it does not know. */
  readonly missing: readonly string[]
  readonly newer: readonly string[]
}

export async function readServerFacts(pool: pg.Pool): Promise<ServerFacts> {
  const { rows } = await pool.query<Omit<ServerFacts, 'missing' | 'newer'> & { isMade: boolean }>(
    `select current_setting('server_version') as version, current_setting('max_connections')::int as "maxConnections",
       current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
       pg_is_in_recovery() as "isStandby", to_regclass('schema_migrations') is not null as "isMade"`,
  )
  const { isMade, ...facts } = rows[0]!
  const select = 'select number, name, checksum from schema_migrations order by number'
  const applied = isMade ? (await pool.query<AppliedMigration>(select)).rows : []
  const names = applied.map(({ name }) => name)
  const files = migrationFiles().map(({ name }) => name)
  return {
    ...facts,
    missing: files.filter((name) => !names.includes(name)),
    newer: isAdoptable(applied) ? [] : names.filter((name) => !files.includes(name)),
  }
}
