// Opens the database for checks: runs no migrations, and all transactions are read-only.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../base/config/config.ts'
import { type KeyRing, parseKeys } from '../../../base/secrets.ts'
import { addressOf, type DatabaseAddress, readDatabaseUrl } from '../../../store/kit/connections/hosts.ts'
import { isSetReadOnly } from '../../../store/kit/connections/server-facts.ts'
import { type DatabasePool, openDatabase } from '../../../store/kit/database.ts'
import { openEmbeddedPostgres } from '../../../store/kit/embedded/postgres.ts'
import { hasDatabase } from '../../foundation.ts'

export interface OpenedForChecks {
  readonly db: DatabasePool
  /** Whether the database rejects writes of the service. */
  isReadOnly(): Promise<boolean>
  close(): Promise<void>
}

/** `null` if there is no database yet. Starts the embedded server if no service runs, and stops it again. */
export async function openForChecks(config: Config): Promise<OpenedForChecks | null> {
  if (!hasDatabase(config)) return null
  const embedded = config.databaseUrl ? null : await openEmbeddedPostgres(config.dataDir)
  const address = embedded ? addressOf(embedded.owner) : readDatabaseUrl(config.databaseUrl!)
  const options = '-c default_transaction_read_only=on -c statement_timeout=10000'
  const db = openDatabase({ ...address, connection: { ...address.connection, options } }, 2)
  return {
    db,
    isReadOnly: () => isReadOnlyAt(address),
    async close() {
      await db.close()
      await embedded?.close()
    },
  }
}

/** Uses a connection of its own, because the other one is read-only by its options. */
async function isReadOnlyAt(address: DatabaseAddress): Promise<boolean> {
  const db = openDatabase(address, 1)
  return isSetReadOnly(db.pool).finally(() => db.close())
}

export interface FoundKeys {
  readonly place: string
  readonly keys: KeyRing | null
  readonly trouble: string | null
}

export function findKeys({ encryptionKeys, dataDir }: Config): FoundKeys {
  const file = join(dataDir, 'encryption.key')
  const place = encryptionKeys ? 'ENCRYPTION_KEYS' : file
  if (!encryptionKeys && !existsSync(file)) return { place, keys: null, trouble: null }
  try {
    return { place, keys: parseKeys(encryptionKeys ?? readFileSync(file, 'utf8')), trouble: null }
  } catch (error) {
    return { place, keys: null, trouble: (error as Error).message }
  }
}
