// Migrations are frozen: a database records the checksum of each file that it was migrated with.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { isOlder } from '../../../../src/domain/operations/upgrade/newer-database.ts'
import { migrate } from '../../../../src/store/kit/migrations/migrate.ts'
import { type MigrationFile, migrationFiles } from '../../../../src/store/kit/migrations/migration-files.ts'

const { connection } = inject('database')
const RELEASED = migrationFiles()
const NEXT: MigrationFile[] = [
  ...RELEASED,
  { number: 9001, name: '9001_next.sql', sql: 'alter table owners add note text', checksum: 'a'.repeat(64) },
]
const namesOf = (files: readonly MigrationFile[]) => files.map(({ name }) => name)
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

const checksums = async (pool: pg.Pool) =>
  (await pool.query('select checksum from schema_migrations order by number')).rows.map(({ checksum }) => checksum)

it('records the checksum of each file, and applies each file once', async () => {
  const pool = await emptyDatabase()
  expect(await migrate(pool)).toEqual(namesOf(RELEASED))
  expect(await migrate(pool)).toEqual([])
  expect(await migrate(pool, { files: NEXT })).toEqual(['9001_next.sql'])
  expect(await checksums(pool)).toEqual(NEXT.map(({ checksum }) => checksum))
})

it('creates a database for a command that does not migrate, and leaves an existing one unchanged', async () => {
  for (const pending of ['refuse', 'leave'] as const) {
    const pool = await emptyDatabase()
    expect(await migrate(pool, { pending })).toEqual(namesOf(RELEASED))
    expect(await migrate(pool, { pending })).toEqual([])
    const later = migrate(pool, { files: NEXT, pending })
    if (pending === 'leave') expect(await later).toEqual([])
    else
      await expect(later).rejects.toThrow(
        new RegExp(
          `^the database is at ${RELEASED.at(-1)!.name}, and this release wants 9001_.*: nothing was changed\\..* "vertice migrate"$`,
        ),
      )
    expect(await checksums(pool)).toHaveLength(RELEASED.length)
  }
})

it('rejects a changed file, and a database of a newer release', async () => {
  const pool = await emptyDatabase()
  await migrate(pool, { files: NEXT })
  const changed = NEXT.map((file) => (file.number === 1 ? { ...file, checksum: 'f'.repeat(64) } : file))
  await expect(migrate(pool, { files: changed })).rejects.toThrow(
    /^migrations\/0001_baseline\.sql is not the file that this database was migrated with .*git checkout/,
  )
  await expect(migrate(pool)).rejects.toThrow('migrated by a newer release (9001_next.sql)')
  expect(await checksums(pool)).toHaveLength(NEXT.length)
})

it('leaves a newer database unchanged from the declared release on, and rejects it before that release', async () => {
  const pool = await emptyDatabase()
  const next = { ...NEXT.at(-1)!, oldestRelease: '1.2.0' }
  await migrate(pool, { files: [...RELEASED, next] })
  const messages: string[] = []
  const log = (message: string) => messages.push(message)
  for (const pending of ['apply', 'refuse', 'leave'] as const)
    expect(await migrate(pool, { release: '1.2.0', pending, log })).toEqual([])
  expect(new Set(messages)).toEqual(
    new Set([
      'The database was migrated by a newer release (9001_next.sql). This release (1.2.0) can run on it: the oldest that can is 1.2.0',
    ]),
  )
  await expect(migrate(pool, { release: '1.1.9' })).rejects.toThrow(
    'the database was migrated by a newer release (9001_next.sql): update this one (1.1.9) to 1.2.0 or newer before starting it',
  )
  // A different branch: neither release has the other's migrations.
  const branch = { ...next, number: 9000, name: '9000_branch.sql' }
  await expect(migrate(pool, { release: '1.2.0', files: [...RELEASED, branch] })).rejects.toThrow('9001_next.sql')
  expect(await checksums(pool)).toHaveLength(NEXT.length)
})

it('adds a missing column of the migrations table with the next migration', async () => {
  const pool = await emptyDatabase()
  await migrate(pool)
  await pool.query('alter table schema_migrations drop column oldest_release')
  expect(await migrate(pool)).toEqual([])
  const next = { ...NEXT.at(-1)!, oldestRelease: '1.2.0' }
  await migrate(pool, { files: [...RELEASED, next] })
  const { rows } = await pool.query('select oldest_release from schema_migrations order by number')
  expect(rows.map((row) => row.oldest_release)).toEqual([...RELEASED.map(() => null), '1.2.0'])
})

it('requires every later migration to leave the last release running or to say that every node must stop', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  const wrong = RELEASED.slice(2).filter(
    ({ stopFirst, oldestRelease }) => !stopFirst && (!oldestRelease || isOlder(version, oldestRelease)),
  )
  expect(namesOf(wrong), 'lack a line "-- Oldest release: X.Y.Z" (CONTRIBUTING.md)').toEqual([])
})

it('keeps released files unchanged', () => {
  const list = readFileSync(new URL('../../../../migrations/released.sha256', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const files = new Map(RELEASED.map(({ name, checksum }) => [name, checksum]))
  expect(list.map((line) => `${files.get(line.slice(66))}  ${line.slice(66)}`)).toEqual(list)
  expect(list[0]).toContain('0001_baseline.sql')
})
