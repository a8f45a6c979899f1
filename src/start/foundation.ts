// What every command and every role stands on: the database, migrated, and the encryption keys.
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkKeys } from '../actions/keys/check.ts'
import { type Config, ConfigError } from '../config.ts'
import { soon } from '../running/soon.ts'
import { KeyError, type KeyRing, newKey, parseKeys } from '../secrets.ts'
import type { CasterDefaults } from '../store/current/current.ts'
import { listKeyIds } from '../store/encryption-keys.ts'
import { checkServer, type DatabasePool, openDatabase } from '../store/kit/database.ts'
import { hasCluster } from '../store/kit/embedded/place.ts'
import { openEmbeddedPostgres } from '../store/kit/embedded/postgres.ts'
import { type DatabaseAddress, readDatabaseUrl } from '../store/kit/hosts.ts'
import { migrate } from '../store/kit/migrate.ts'
import { couldAlterAuditLog, roleOf } from '../store/kit/service-role.ts'
import { waitForDatabase } from './wait.ts'

/** So long a start that failed may take to let go of what it had begun. */
export const LETTING_GO_MS = 3_000

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
}

export async function layFoundation(
  config: Config,
  log: Log = () => {},
  { signal, isMigrated = false }: LayingOptions = {},
): Promise<Foundation> {
  if (config.databaseUrl && !config.encryptionKeys) {
    throw new ConfigError('ENCRYPTION_KEYS: needed with DATABASE_URL ("vertice keys generate" makes a key)')
  }
  const embedded = config.databaseUrl ? null : await openEmbeddedPostgres(config.dataDir, log)
  const db = openDatabase(embedded ? embedded.service : addressIn('DATABASE_URL', config.databaseUrl!))
  const close = async () => {
    await db.close()
    await embedded?.close()
  }
  try {
    const migrated = isMigrated
      ? []
      : embedded
        ? await asOwner(embedded.owner, ({ pool }) =>
            migrate(pool, { service: { role: embedded.service.user, make: true } }),
          )
        : await migrateExternal(config, db, log, signal)
    if (embedded || isMigrated) await checkServer(db) // in our own server the role is there only now
    if (!isMigrated && (await couldAlterAuditLog(db)))
      log(
        'the role of DATABASE_URL owns the tables and could change the audit log: DATABASE_OWNER_URL parts them (docs/operations.md)',
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
    await soon(close(), LETTING_GO_MS)
    throw error
  }
}

async function migrateExternal(
  { databaseOwnerUrl, databaseWaitSeconds }: Config,
  db: DatabasePool,
  log: Log,
  signal?: AbortSignal,
): Promise<string[]> {
  await waitForDatabase(() => checkServer(db), databaseWaitSeconds, log, signal)
  if (!databaseOwnerUrl) return migrate(db.pool)
  const service = { role: await roleOf(db), make: false }
  return asOwner(addressIn('DATABASE_OWNER_URL', databaseOwnerUrl), ({ pool }) => migrate(pool, { service }))
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
  mkdirSync(dataDir, { recursive: true })
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
