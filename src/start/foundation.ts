// The basis of every command and role: the migrated database and the encryption keys.
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setAuditRetention } from '../actions/audit/retention.ts'
import { checkKeys } from '../actions/operations/keys/check.ts'
import { type Config, ConfigError } from '../base/config/config.ts'
import { makeDataDir } from '../base/data-dir.ts'
import { FAILED_START_STOP_MS } from '../base/running/component.ts'
import { settledWithin } from '../base/running/settled-within.ts'
import { KeyError, type KeyRing, newKey, parseKeys } from '../base/secrets.ts'
import { DAY_MS } from '../domain/time/units.ts'
import { auditDays } from '../store/audit/retention.ts'
import type { CasterDefaults } from '../store/current/current.ts'
import { type DatabaseAddress, readDatabaseUrl } from '../store/kit/connections/hosts.ts'
import { checkServer, type DatabasePool, openDatabase } from '../store/kit/database.ts'
import { hasCluster } from '../store/kit/embedded/place.ts'
import { openEmbeddedPostgres } from '../store/kit/embedded/postgres.ts'
import { type MigrationOptions, migrate } from '../store/kit/migrations/migrate.ts'
import { couldAlterAuditLog, roleOf } from '../store/kit/migrations/service-role.ts'
import { listKeyIds } from '../store/operations/encryption-keys.ts'
import { version } from './version.ts'
import { waitForDatabase } from './wait.ts'

export interface Foundation {
  readonly db: DatabasePool
  readonly keys: KeyRing
  /** The database's clock, so that rows written by different machines have consistent times. */
  readonly clock: () => Date
  readonly casterDefaults: CasterDefaults
  /** Migrations applied by this start. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

type Log = (message: string) => void

/** Whether a database exists. For an external server, this is assumed. */
export const hasDatabase = (config: Config): boolean => config.databaseUrl !== null || hasCluster(config.dataDir)

export interface LayingOptions {
  /** Aborts the wait for the database. */
  readonly signal?: AbortSignal | undefined
  /** The parent process has already migrated. */
  readonly isMigrated?: boolean
  /** How to handle pending migrations in an existing database; by default they are applied. */
  readonly pending?: MigrationOptions['pending']
  /** New retention of the audit log (`null`: forever); if omitted, it is not changed. */
  readonly auditKeptMs?: number | null | undefined
  /** Pool size; if omitted, the default. */
  readonly connections?: number | undefined
  /** Reports the progress of the migration. */
  readonly migrating?: MigrationOptions['progress']
}

export async function layFoundation(
  config: Config,
  log: Log = () => {},
  { signal, isMigrated = false, pending, auditKeptMs, connections, migrating }: LayingOptions = {},
): Promise<Foundation> {
  if (config.databaseUrl && !config.encryptionKeys) {
    throw new ConfigError('ENCRYPTION_KEYS: needed with DATABASE_URL ("vertice keys generate" makes a key)')
  }
  const embedded = config.databaseUrl ? null : await openEmbeddedPostgres(config.dataDir, log)
  const address = embedded ? embedded.service : addressIn('DATABASE_URL', config.databaseUrl!)
  const db = openDatabase(address, connections)
  const close = async () => {
    await db.close()
    await embedded?.close()
  }
  const wishedDays = auditKeptMs && auditKeptMs / DAY_MS
  const prepare: Prepare = async (owner, service) => {
    const applied = await migrate(owner.pool, { release: version, pending, service, progress: migrating, log })
    if (wishedDays !== undefined) {
      await checkServer(owner) // reads the server's clock
      await setAuditRetention(owner, wishedDays, owner.clock.now())
    }
    return applied
  }
  try {
    const migrated = isMigrated
      ? []
      : embedded
        ? await asOwner(embedded.owner, (owner) => prepare(owner, { role: embedded.service.user, make: true }))
        : await prepareExternal(config, db, prepare, log, signal)
    if (embedded || isMigrated) await checkServer(db) // on the embedded server the role exists only now
    if (!isMigrated && (await couldAlterAuditLog(db)))
      log(
        'the role of DATABASE_URL owns the tables and could change the audit log: DATABASE_OWNER_URL parts them (docs/operations/postgresql.md)',
      )
    signal?.throwIfAborted()
    const keptDays = wishedDays === undefined ? undefined : await auditDays(db)
    if (keptDays !== wishedDays)
      log(
        `the database keeps the audit log ${daysText(keptDays)}, RETENTION says ${daysText(wishedDays)}: run "vertice migrate" with this RETENTION and DATABASE_OWNER_URL (docs/operations/audit-log.md)`,
      )
    const keys = await openKeys(config, db)
    await checkKeys(db, keys)
    return {
      db,
      keys,
      clock: db.clock.now,
      casterDefaults: { casterHost: new URL(config.baseUrl).hostname, casterPort: config.casterPort },
      migrated,
      close,
    }
  } catch (error) {
    await settledWithin(close(), FAILED_START_STOP_MS)
    throw error
  }
}

const daysText = (days: number | null | undefined) => (typeof days === 'number' ? `for ${days} days` : 'for good')

/** Setup that needs the owner of the tables. */
type Prepare = (owner: DatabasePool, service?: MigrationOptions['service']) => Promise<string[]>

async function prepareExternal(
  { databaseOwnerUrl, databaseWaitSeconds }: Config,
  db: DatabasePool,
  prepare: Prepare,
  log: Log,
  signal?: AbortSignal,
): Promise<string[]> {
  await waitForDatabase(() => checkServer(db), databaseWaitSeconds, log, signal)
  if (!databaseOwnerUrl) return prepare(db)
  const service = { role: await roleOf(db), make: false }
  return asOwner(addressIn('DATABASE_OWNER_URL', databaseOwnerUrl), (owner) => prepare(owner, service))
}

function addressIn(setting: string, url: string): DatabaseAddress {
  try {
    return readDatabaseUrl(url)
  } catch (error) {
    throw new ConfigError(`${setting}: ${(error as Error).message}`)
  }
}

async function asOwner<Result>(
  connection: Parameters<typeof openDatabase>[0],
  work: (db: DatabasePool) => Promise<Result>,
): Promise<Result> {
  const owner = openDatabase(connection, 1)
  try {
    return await work(owner)
  } finally {
    await owner.close()
  }
}

async function openKeys(config: Config, db: DatabasePool): Promise<KeyRing> {
  if (config.encryptionKeys) return named('ENCRYPTION_KEYS', config.encryptionKeys)
  const file = join(config.dataDir, 'encryption.key')
  if (!existsSync(file)) {
    const needed = await listKeyIds(db)
    if (needed.length > 0)
      throw new KeyError(
        `${file} is missing, and rows are encrypted with key ${needed.join(' and ')}: put the file back`,
      )
    makeKeyFile(config.dataDir, file)
  }
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  return named(file, readFileSync(file, 'utf8'))
}

function named(source: string, text: string): KeyRing {
  try {
    return parseKeys(text)
  } catch (error) {
    throw new KeyError(
      `${source}: ${(error as Error).message}; if there is data already, put back the key it was made with`,
    )
  }
}

/** Written to a temporary file and linked: the key file is complete or absent, and the first of two processes wins. */
function makeKeyFile(dataDir: string, file: string): void {
  makeDataDir(dataDir)
  const aside = `${file}.${process.pid}.tmp`
  writeFileSync(aside, `${newKey()}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
