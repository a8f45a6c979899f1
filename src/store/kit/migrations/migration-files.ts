// The numbered SQL files of migrations/. A released one never changes: databases remember the checksum of what they were made with.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../../base/secrets.ts'

const folder = fileURLToPath(new URL('../../../../migrations/', import.meta.url))

export interface MigrationFile {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** Why the release before cannot go on with it. */
  readonly stopFirst?: string | undefined
}

/** Files say it in such a line. */
const STOP_FIRST = /^-- Stop every node first: (.+)$/m
/** Frozen before there was such a line. */
const SAID_HERE = new Map([[16, 'it turns stored sentences into codes, which the release before still writes as text']])

export function readMigrationFiles(from = folder): MigrationFile[] {
  return readdirSync(from)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${from}/${name}`, 'utf8').replaceAll('\r\n', '\n') // whatever a checkout does to the ends of lines
      const number = Number(name.slice(0, 4))
      const stopFirst = STOP_FIRST.exec(sql)?.[1] ?? SAID_HERE.get(number)
      return { number, name, sql, checksum: sha256(sql).toString('hex'), stopFirst }
    })
}

let released: MigrationFile[] | null = null

export function migrationFiles(): readonly MigrationFile[] {
  released ??= readMigrationFiles()
  return released
}
