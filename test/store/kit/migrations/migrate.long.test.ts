// Migrations are frozen: a database knows the files it was made with, and one of a time before that is told what it lacks.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { migrate } from '../../../../src/store/kit/migrations/migrate.ts'
import {
  type MigrationFile,
  migrationFiles,
  readMigrationFiles,
} from '../../../../src/store/kit/migrations/migration-files.ts'

/** Files as they once were: 0005 without an index, 0009 without a table. */
const OLD = readMigrationFiles(fileURLToPath(new URL('old-migrations/', import.meta.url)))
const { connection } = inject('database')
let made = 0

async function emptyDatabase(): Promise<pg.Pool> {
  const name = `migrate_${process.pid}_${made++}`
  const admin = new pg.Client(connection as pg.ClientConfig)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const pool = new pg.Pool({ ...connection, database: name })
  onTestFinished(async () => {
    await pool.end()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
  return pool
}

/** As every commit before checksums did it. */
async function migratedBefore(files: readonly MigrationFile[]): Promise<pg.Pool> {
  const pool = await emptyDatabase()
  await pool.query(
    'create table schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  for (const { number, name, sql } of files) {
    await pool.query(sql)
    await pool.query('insert into schema_migrations (number, name) values ($1, $2)', [number, name])
  }
  return pool
}

const upTo = (last: number) => migrationFiles().filter(({ number }) => number <= last)
const withOld = (file: MigrationFile, last: number) =>
  upTo(last).map((known) => (known.number === file.number ? file : known))

const checksums = async (pool: pg.Pool) =>
  (await pool.query('select checksum from schema_migrations order by number')).rows.map(({ checksum }) => checksum)

it('records the checksum of each file, and applies none twice', async () => {
  const pool = await emptyDatabase()
  expect(await migrate(pool)).toEqual(migrationFiles().map(({ name }) => name))
  expect(await migrate(pool)).toEqual([])
  expect(await checksums(pool)).toEqual(migrationFiles().map(({ checksum }) => checksum))
})

it('whoever was not asked to migrate makes a new database, and leaves one that is there as it is', async () => {
  for (const pending of ['refuse', 'leave'] as const) {
    const pool = await emptyDatabase()
    expect(await migrate(pool, { files: upTo(3), pending })).toHaveLength(3)
    expect(await migrate(pool, { files: upTo(3), pending })).toEqual([])
    const later = migrate(pool, { files: upTo(5), pending })
    if (pending === 'leave') expect(await later).toEqual([])
    else
      await expect(later).rejects.toThrow(
        /^the database is at 0003_.*, and this release wants 0005_.*: nothing was changed\..* "vertice migrate"$/,
      )
    expect(await checksums(pool)).toHaveLength(3)
  }
})

it('a file that was changed afterwards is named, and nothing goes on', async () => {
  const pool = await emptyDatabase()
  await migrate(pool, { files: upTo(3) })
  const changed = migrationFiles().map((file) => (file.number === 2 ? { ...file, checksum: 'f'.repeat(64) } : file))
  await expect(migrate(pool, { files: changed })).rejects.toThrow(
    /^migrations\/0002_deliveries\.sql is not the file that this database was migrated with .*git checkout/,
  )
  expect(await checksums(pool)).toHaveLength(3)
})

it('a database of before is adopted when it has what its files make, whatever else is in it', async () => {
  const pool = await migratedBefore(upTo(9))
  await pool.query(
    'create table somebodys_own (id int); create index by_hand on credentials (label); insert into owners (name) values ($$A$$)',
  )
  expect(await migrate(pool)).toEqual(
    migrationFiles()
      .filter(({ number }) => number > 9)
      .map(({ name }) => name),
  )
  expect(await checksums(pool)).toEqual(migrationFiles().map(({ checksum }) => checksum))
  expect((await pool.query(`select from pg_namespace where nspname like 'vertice_%'`)).rowCount).toBe(0)
})

it('so is one that has all of them', async () => {
  const pool = await migratedBefore(migrationFiles())
  expect(await migrate(pool)).toEqual([])
  expect(await checksums(pool)).toEqual(migrationFiles().map(({ checksum }) => checksum))
})

it.each([
  [OLD[0]!, 8, 'index sessions_open_credential is missing'],
  [OLD[1]!, 13, 'table credential_names is missing, column credential_words.name is missing'],
])('a database of an old variant of a file is told what it lacks: %#', async (file, last, lacks) => {
  const pool = await migratedBefore(withOld(file, last))
  await expect(migrate(pool)).rejects.toThrow(lacks)
  await expect(migrate(pool)).rejects.toThrow(
    /before the first release.*make a new one, or repair it.*docs\/operations\.md/,
  )
  expect(await checksums(pool)).toEqual(Array(last).fill(null))
})

it('one whose migrations were numbered otherwise is told so, one of a newer release too', async () => {
  const pool = await migratedBefore(upTo(14))
  await pool.query(`insert into schema_migrations (number, name) values (9020, '9020_doers.sql')`)
  await expect(migrate(pool)).rejects.toThrow('its migration 9020_doers.sql is 0015_doers.sql now')
  await pool.query(`update schema_migrations set name = '9020_later.sql' where number = 9020`)
  await expect(migrate(pool)).rejects.toThrow('migrated by a newer release (9020_later.sql)')
})

it('files that were released have not changed', () => {
  const list = readFileSync(new URL('../../../../migrations/released.sha256', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const files = new Map(migrationFiles().map(({ name, checksum }) => [name, checksum]))
  expect(list.map((line) => `${files.get(line.slice(66))}  ${line.slice(66)}`)).toEqual(list)
})
