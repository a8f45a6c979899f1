// Applies the numbered SQL files of migrations/ once each, one process at a time.
import type pg from 'pg'
import { type NewerDatabase, newerDatabase } from '../../../domain/operations/upgrade/newer-database.ts'
import { ADOPTING, adoptionBy, isAdoptable } from './adopt.ts'
import { type AppliedMigration, type MigrationFile, migrationFiles, SELECT_APPLIED } from './migration-files.ts'
import { grantService } from './service-role.ts'

const MIGRATION_LOCK = 0x76_65_72_75
/** Runs in its own transaction: inside that of a long migration it would block every reader of the table. */
const ADD_OLDEST_RELEASE = 'alter table schema_migrations add column if not exists oldest_release text'
/** A migration of a large table has no time limit. */
const UNBOUNDED_MS = 2_000_000_000

export interface MigrationOptions {
  readonly files?: readonly MigrationFile[]
  /** Version of this release; without it, the release cannot run on a database that a newer one migrated. */
  readonly release?: string | undefined
  /** How to treat migrations that an existing database lacks. A new database always gets all of them. */
  readonly pending?: 'apply' | 'refuse' | 'leave' | undefined
  /** The role of the service, and whether to create it. Without it, the service uses the role that migrates. */
  readonly service?: { readonly role: string; readonly make: boolean } | undefined
  /** Called before each file with its position and the number of files. */
  readonly progress?: ((name: string, number: number, of: number) => void) | undefined
  readonly log?: ((message: string) => void) | undefined
}

/**
 * Returns the names of the applied files. A database that a newer release migrated is left unchanged if this release
 * can run on it. Fails if this release cannot, or if other files migrated the database.
 */
export async function migrate(
  pool: pg.Pool,
  { files = migrationFiles(), release = '0.0.0', pending = 'apply', service, progress, log }: MigrationOptions = {},
): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query(unbounded('select pg_advisory_lock($1)', [MIGRATION_LOCK]))
    const applied = await readApplied(client)
    const isOld = isAdoptable(applied)
    const missing = files.filter(({ name }) => !applied.some((row) => row.name === name))
    if (!isOld) {
      for (const row of applied) checkFile(row, files)
      const newer = newerDatabase(release, unknownIn(applied, files))
      if (newer) {
        if (!newer.canRun || missing.length > 0) throw new Error(cannotRun(newer, release))
        log?.(canRun(newer, release))
        return [] // the newer release has set the grants
      }
    }
    const last = applied.at(-1)
    if (last && missing.length > 0) {
      if (pending === 'refuse') throw new PendingMigrations(last.name, files.at(-1)!.name)
      if (pending === 'leave') return [] // grants stay too: a process of the previous release may be running
    }
    if (isOld) log?.(ADOPTING)
    const steps = isOld ? [await adoptionBy(client, missing[0]!), ...missing.slice(1)] : missing
    if (steps.length > 0) await client.query(ADD_OLDEST_RELEASE)
    for (const [index, { number, name, sql, checksum, oldestRelease }] of steps.entries()) {
      progress?.(name, index + 1, steps.length)
      await client.query('begin')
      await client.query(unbounded(sql))
      await client.query(
        'insert into schema_migrations (number, name, checksum, oldest_release) values ($1, $2, $3, $4)',
        [number, name, checksum, oldestRelease],
      )
      await client.query('commit')
    }
    if (service) await grantService(client, service.role, service.make)
    return missing.map(({ name }) => name)
  } catch (error) {
    throw (error as { code?: string }).code === MAY_NOT ? new Error(mayNot(client, error as Error)) : error
  } finally {
    client.release(true) // releases the lock and the session's settings in every case
  }
}

/** Thrown by commands that must not migrate implicitly, because the running release could not go back. */
export class PendingMigrations extends Error {
  constructor(last: string, wanted: string) {
    super(
      `the database is at ${last}, and this release wants ${wanted}: nothing was changed. Make a backup ("vertice backup FILE"), then start this release or run "vertice migrate"`,
    )
  }
}

const MAY_NOT = '42501'
const mayNot = ({ user }: pg.PoolClient & { user?: string }, { message }: Error) =>
  `the database has to be migrated, and the role "${user}" may not (${message}): run "vertice migrate" with DATABASE_OWNER_URL set to a role that owns the database (docs/operations/postgresql.md)`

const unbounded = (text: string, values?: unknown[]): pg.QueryConfig =>
  ({ text, values, query_timeout: UNBOUNDED_MS }) as pg.QueryConfig

/** Creates schema_migrations here and not in a migration, because the table records the migrations. */
async function readApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ isNew: boolean }>(`select to_regclass('schema_migrations') is null as "isNew"`)
  if (rows[0]!.isNew)
    await client.query(
      'create table schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now(), checksum text not null)',
    )
  return (await client.query<AppliedMigration>(SELECT_APPLIED)).rows
}

const unknownIn = (applied: readonly AppliedMigration[], files: readonly MigrationFile[]) =>
  applied.filter(({ name }) => !files.some((file) => file.name === name))

const cannotRun = ({ names, oldestRelease }: NewerDatabase, release: string): string =>
  `the database was migrated by a newer release (${names.join(', ')}): update this one${oldestRelease === null ? '' : ` (${release}) to ${oldestRelease} or newer`} before starting it`

const canRun = ({ names, oldestRelease }: NewerDatabase, release: string): string =>
  `The database was migrated by a newer release (${names.join(', ')}). This release (${release}) can run on it: the oldest that can is ${oldestRelease}`

function checkFile({ name, checksum }: AppliedMigration, files: readonly MigrationFile[]): void {
  const file = files.find((known) => known.name === name)
  if (file && file.checksum !== checksum)
    throw new Error(
      `migrations/${name} is not the file that this database was migrated with (checksum ${file.checksum.slice(0, 12)}, then ${checksum.slice(0, 12)}): ` +
        `put the file of the release back ("git checkout -- migrations"), or start the release that made the database`,
    )
}

export interface MigrationState {
  readonly isBehind: boolean
  /** The last migration if a newer release applied it, otherwise `null`. */
  readonly newer: string | null
}

export async function readMigrationState(pool: pg.Pool): Promise<MigrationState> {
  const { rows } = await pool.query<{ number: number; name: string }>(
    'select number, name from schema_migrations order by number desc limit 1',
  )
  const [last, wanted] = [rows[0], migrationFiles().at(-1)!.number]
  return { isBehind: !last || last.number < wanted, newer: last && last.number > wanted ? last.name : null }
}
