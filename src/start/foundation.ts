// What every command and every role stands on: the database, migrated, and the encryption keys.
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setAuditRetention } from '../actions/audit/retention.ts'
import { checkKeys } from '../actions/operations/keys/check.ts'
import { type Config, ConfigError } from '../base/config/config.ts'
import { makeDataDir } from '../base/data-dir.ts'
import { FAILED_START_STOP_MS } from '../base/running/component.ts'
import { soon } from '../base/running/soon.ts'
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
  /** The database's: whatever is written bears its time, whichever machine it comes from. */
  readonly clock: () => Date
  readonly casterDefaults: CasterDefaults
  /** The migrations that were applied now. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

type Log = (message: string) => void

/** Whether one was made already; of another server than our own only it can say. */
export const hasDatabase = (config: Config): boolean => config.databaseUrl !== null || hasCluster(config.dataDir)

export interface LayingOptions {
  /** Whoever started it does not want to wait for the database any more. */
  readonly signal?: AbortSignal | undefined
  /** The process that started this one has migrated. */
  readonly isMigrated?: boolean
  /** What becomes of migrations that are missing in a database which is there; they are applied where nothing is said. */
  readonly pending?: MigrationOptions['pending']
  /** For so long the audit log is kept from now on (null: for good); not given: as was said last. */
  readonly auditKeptMs?: number | null | undefined
  /** At most so many to the database; as many as usual where nothing is said. */
  readonly connections?: number | undefined
  /** Told how far the migration is. */
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
      await checkServer(owner) // what time it is there
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
    if (embedded || isMigrated) await checkServer(db) // in our own server the role is there only now
    if (!isMigrated && (await couldAlterAuditLog(db)))
      log(
        'the role of DATABASE_URL owns the tables and could change the audit log: DATABASE_OWNER_URL parts them (docs/operations.md)',
      )
    signal?.throwIfAborted()
    const keptDays = wishedDays === undefined ? undefined : await auditDays(db)
    if (keptDays !== wishedDays)
      log(
        `the database keeps the audit log ${daysText(keptDays)}, RETENTION says ${daysText(wishedDays)}: run "vertice migrate" with this RETENTION and DATABASE_OWNER_URL (docs/operations.md)`,
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
    await soon(close(), FAILED_START_STOP_MS)
    throw error
  }
}

const daysText = (days: number | null | undefined) => (typeof days === 'number' ? `for ${days} days` : 'for good')

/** What only the owner of the tables may do. */
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

/** Written aside and linked into place: complete or not there, and the first of two processes wins. */
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
