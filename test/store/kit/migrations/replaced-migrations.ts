// The 66 migrations that the baseline replaces, as they were in the last version before 0.9.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sha256 } from '../../../../src/base/secrets.ts'
import type { MigrationFile } from '../../../../src/store/kit/migrations/migration-files.ts'

const file = new URL('replaced-migrations.json.gz', import.meta.url)

export function replacedMigrations(): MigrationFile[] {
  const files: { name: string; sql: string }[] = JSON.parse(gunzipSync(readFileSync(file)).toString())
  return files.map(({ name, sql }) => ({
    number: Number(name.slice(0, 4)),
    name,
    sql,
    checksum: sha256(sql).toString('hex'),
  }))
}

/**
 * The statements that version 75 ran on an empty database: its own migrations table, the files, and one row per file.
 */
export const madeByReplacedMigrations = (files: readonly MigrationFile[]): string =>
  [
    'create table schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now(), checksum text)',
    ...files.flatMap(({ number, name, sql, checksum }) => [
      sql,
      `insert into schema_migrations (number, name, checksum) values (${number}, '${name}', '${checksum}')`,
    ]),
  ].join(';\n')
