// Applies the numbered SQL files of migrations/ once each, one process at a time.
import type pg from 'pg'
import { adopt, UnreleasedDatabase } from './adopt.ts'
import { type MigrationFile, migrationFiles } from './migration-files.ts'
import { grantService } from './service-role.ts'

const MIGRATION_LOCK = 0x76_65_72_75
/** A migration of a large table takes what it takes. */
const UNBOUNDED_MS = 2_000_000_000

interface Applied {
  readonly number: number
  readonly name: string
  /** null: applied before checksums were recorded. */
  readonly checksum: string | null
}

export interface MigrationOptions {
  readonly files?: readonly MigrationFile[]
  /** What becomes of those that a database lacks which somebody made already; a new one is given all of them in any case. */
  readonly pending?: 'apply' | 'refuse' | 'leave' | undefined
  /** Who does the work afterwards, and whether that role is ours to make; without it whoever migrates. */
  readonly service?: { readonly role: string; readonly make: boolean } | undefined
  /** Told before each file: which it is, and how many there are. */
  readonly progress?: ((name: string, number: number, of: number) => void) | undefined
  /** Processes of the release before go on meanwhile: what they could not work with is refused. */
  readonly isBesideOlder?: boolean
}

/** Returns the names of the files that were applied. Code older than the database refuses to go on, and so does code with other files. */
export async function migrate(
  pool: pg.Pool,
  { files = migrationFiles(), pending = 'apply', service, progress, isBesideOlder = false }: MigrationOptions = {},
): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(unbounded('select pg_advisory_lock($1)', [MIGRATION_LOCK]))
    const applied = await readApplied(client)
    const theirs = applied.map((row) => fileOf(row, files))
    if (applied.some(({ checksum }) => checksum === null)) await adopt(client, theirs)

    const missing = files.filter(({ number }) => !applied.some((row) => row.number === number))
    const last = applied.at(-1)
    if (last && missing.length > 0) {
      if (pending === 'refuse') throw new PendingMigrations(last.name, files.at(-1)!.name)
      if (pending === 'leave') return [] // what the service may do stays as well: one of the release before may be at work
    }
    if (isBesideOlder) refuseStopFirst(missing)
    for (const [index, { number, name, sql, checksum }] of missing.entries()) {
      progress?.(name, index + 1, missing.length)
      await client.query('begin')
      await client.query(unbounded(sql))
      await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
        number,
        name,
        checksum,
      ])
      await client.query('commit')
    }
    if (service) await grantService(client, service.role, service.make)
    return missing.map(({ name }) => name)
  } catch (error) {
    throw (error as { code?: string }).code === MAY_NOT ? new Error(mayNot(client, error as Error)) : error
  } finally {
    client.release(true) // gives back the lock and the session's settings whatever happened
  }
}

/** Whoever only wants to look at something does not bring the database to where the release that serves cannot come back from. */
export class PendingMigrations extends Error {
  constructor(last: string, wanted: string) {
    super(
      `the database is at ${last}, and this release wants ${wanted}: nothing was changed. Make a backup ("vertice backup FILE"), then start this release or run "vertice migrate"`,
    )
  }
}

function refuseStopFirst(files: readonly MigrationFile[]): void {
  const file = files.find(({ stopFirst }) => stopFirst !== undefined)
  if (file)
    throw new Error(
      `migrations/${file.name} needs every process of the release before to be stopped first: ${file.stopFirst}. Stop all nodes, then start this release`,
    )
}

const MAY_NOT = '42501'
const mayNot = ({ user }: pg.PoolClient & { user?: string }, { message }: Error) =>
  `the database has to be migrated, and the role "${user}" may not (${message}): run "vertice migrate" with DATABASE_OWNER_URL set to a role that owns the database (docs/operations.md)`

const unbounded = (text: string, values?: unknown[]): pg.QueryConfig =>
  ({ text, values, query_timeout: UNBOUNDED_MS }) as pg.QueryConfig

/** Made here and not by a migration: it is what tells which migrations there were. */
async function readApplied(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<{ has: string | null }>(
    `select string_agg(attname, ',') as has from pg_attribute where attrelid = to_regclass('schema_migrations')`,
  )
  if (rows[0]!.has === null)
    await client.query(
      'create table schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now(), checksum text)',
    )
  else if (!rows[0]!.has.split(',').includes('checksum'))
    await client.query('alter table schema_migrations add column checksum text')
  return (await client.query<Applied>('select number, name, checksum from schema_migrations order by number')).rows
}

function fileOf({ number, name, checksum }: Applied, files: readonly MigrationFile[]): MigrationFile {
  const file = files.find((known) => known.number === number)
  if (file?.name === name) {
    if (checksum === null || checksum === file.checksum) return file
    throw new Error(
      `migrations/${name} is not the file that this database was migrated with (checksum ${file.checksum.slice(0, 12)}, then ${checksum.slice(0, 12)}): ` +
        `put the file of the release back ("git checkout -- migrations"), or start the release that made the database`,
    )
  }
  // Before the first release some were numbered anew.
  const renamed = files.find((known) => known.name.slice(4) === name.slice(4))
  if (renamed && checksum === null) throw new UnreleasedDatabase([`its migration ${name} is ${renamed.name} now`])
  throw new Error(`the database was migrated by a newer release (${name}): update this one before starting it`)
}

export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ last: number | null }>('select max(number) as last from schema_migrations')
  // A newer release may have gone ahead; migrations are made so that the one before can still serve, or docs/operations.md says otherwise.
  return (rows[0]?.last ?? 0) >= migrationFiles().at(-1)!.number
}
