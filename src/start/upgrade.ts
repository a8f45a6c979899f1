// Checks whether the database is ready for this release, without any change: no migration, no key, no role.
import { statfs } from 'node:fs/promises'
import type { Config } from '../base/config/config.ts'
import { newerDatabase } from '../domain/operations/upgrade/newer-database.ts'
import { type UpgradeFacts, type Verdict, verdictOn } from '../domain/operations/upgrade/verdict.ts'
import { workOf } from '../domain/operations/upgrade/work.ts'
import { readDatabaseUrl } from '../store/kit/connections/hosts.ts'
import { type Database, openDatabase } from '../store/kit/database.ts'
import { openEmbeddedPostgres } from '../store/kit/embedded/postgres.ts'
import { isAdoptable } from '../store/kit/migrations/adopt.ts'
import { type MigrationFile, migrationFiles } from '../store/kit/migrations/migration-files.ts'
import {
  lastBackupAt,
  listApplied,
  listNodesOfAnyRelease,
  listTables,
  type NodeFacts,
  onlyRead,
  readServerFacts,
} from '../store/operations/upgrade.ts'
import { version } from './version.ts'

export interface UpgradeReport extends Verdict {
  readonly version: string
  readonly newestMigration: string
  /** Last migration of the database; `null` if it is empty. */
  readonly databaseMigration: string | null
  readonly pending: UpgradeFacts['pending']
  readonly nodes: readonly NodeFacts[]
  readonly postgres: string
  readonly databaseBytes: number
  /** `null` for an external server, whose disk is not visible from here. */
  readonly freeBytes: number | null
  readonly backedUpAt: Date | null
}

export async function checkUpgrade(
  config: Config,
  files: readonly MigrationFile[] = migrationFiles(),
): Promise<UpgradeReport> {
  const embedded = config.databaseUrl === null ? await openEmbeddedPostgres(config.dataDir) : null
  // Connects with the role that would migrate, because its privileges are checked too.
  const db = openDatabase(embedded?.owner ?? readDatabaseUrl(config.databaseOwnerUrl ?? config.databaseUrl!), 1)
  try {
    const freeBytes = embedded ? await freeIn(config.dataDir) : null
    return await db.transaction((reading) => report(reading, files, freeBytes))
  } finally {
    await db.close()
    await embedded?.close()
  }
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function report(db: Database, files: readonly MigrationFile[], freeBytes: number | null): Promise<UpgradeReport> {
  await onlyRead(db)
  const { serverVersion: postgres, databaseBytes, ...server } = await readServerFacts(db)
  const applied = await listApplied(db)
  const tables = new Map((await listTables(db)).map((table) => [table.name, table]))
  const nodes = await listNodesOfAnyRelease(db)
  const backedUpAt = await lastBackupAt(db)
  const fileOf = new Map(files.map((file) => [file.name, file]))
  const isApplied = new Set(applied.map(({ name }) => name))
  const pending = files
    .filter(({ name }) => !isApplied.has(name))
    .map(({ name, sql, stopFirst = null, oldestRelease = null }) => ({
      name,
      stopFirst,
      oldestRelease,
      work: workOf(sql).flatMap((work) => {
        const table = tables.get(work.table)
        return table ? [{ ...work, bytes: table.bytes, rows: table.rows }] : []
      }),
    }))
  const verdict = verdictOn({
    ...server,
    version,
    pending,
    newer: isAdoptable(applied)
      ? null
      : newerDatabase(
          version,
          applied.filter(({ name }) => !fileOf.has(name)),
        ),
    changed: applied
      .filter(({ name, checksum }) => fileOf.has(name) && fileOf.get(name)!.checksum !== checksum)
      .map(({ name }) => name),
    nodes: nodes.filter(({ alive }) => alive),
    serverVersion: Number.parseInt(postgres, 10),
    freeBytes,
    backedUpAt,
  })
  return {
    ...verdict,
    version,
    newestMigration: files.at(-1)!.name,
    databaseMigration: applied.at(-1)?.name ?? null,
    pending,
    nodes,
    postgres,
    databaseBytes,
    freeBytes,
    backedUpAt,
  }
}
