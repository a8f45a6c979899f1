// The numbered SQL files of migrations/. A released file never changes, because databases record its checksum.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../../base/secrets.ts'

const folder = fileURLToPath(new URL('../../../../migrations/', import.meta.url))

export interface MigrationFile {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** Why processes of the previous release cannot keep running with this migration. */
  readonly stopFirst?: string | undefined
  /** The oldest release that can run on a database with this migration. */
  readonly oldestRelease?: string | undefined
}

/** A row of schema_migrations. */
export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
  /** `null` if the file declares none, or if the release that applied the file did not record it. */
  readonly oldestRelease: string | null
}

/** Reads schema_migrations, also in a database whose table does not have the column `oldest_release` yet. */
export const SELECT_APPLIED = `select number, name, checksum, to_jsonb(m) ->> 'oldest_release' as "oldestRelease"
  from schema_migrations m order by number`

const STOP_FIRST = /^-- Stop every node first: (.+)$/m
const OLDEST_RELEASE = /^-- Oldest release: (\d+\.\d+\.\d+)$/m

export function readMigrationFiles(from = folder): MigrationFile[] {
  return readdirSync(from)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${from}/${name}`, 'utf8').replaceAll('\r\n', '\n') // a checkout may convert line endings
      return {
        number: Number(name.slice(0, 4)),
        name,
        sql,
        checksum: sha256(sql).toString('hex'),
        stopFirst: STOP_FIRST.exec(sql)?.[1],
        oldestRelease: OLDEST_RELEASE.exec(sql)?.[1],
      }
    })
}

let released: MigrationFile[] | null = null

export function migrationFiles(): readonly MigrationFile[] {
  released ??= readMigrationFiles()
  return released
}
