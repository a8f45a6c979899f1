// Migrations are frozen: a database records the checksum of each file that it was migrated with.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { migrate } from '../../../../src/store/kit/migrations/migrate.ts'
import { type MigrationFile, migrationFiles } from '../../../../src/store/kit/migrations/migration-files.ts'

const { connection } = inject('database')
const RELEASED = migrationFiles()
/** A release with one migration more. */
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

it('a command that was not asked to migrate creates a database, and leaves an existing one as it is', async () => {
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

it('refuses a file that has changed, and a database of a newer release', async () => {
  const pool = await emptyDatabase()
  await migrate(pool, { files: NEXT })
  const changed = NEXT.map((file) => (file.number === 1 ? { ...file, checksum: 'f'.repeat(64) } : file))
  await expect(migrate(pool, { files: changed })).rejects.toThrow(
    /^migrations\/0001_baseline\.sql is not the file that this database was migrated with .*git checkout/,
  )
  await expect(migrate(pool)).rejects.toThrow('migrated by a newer release (9001_next.sql)')
  expect(await checksums(pool)).toHaveLength(NEXT.length)
})

it('released files have not changed', () => {
  const list = readFileSync(new URL('../../../../migrations/released.sha256', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const files = new Map(RELEASED.map(({ name, checksum }) => [name, checksum]))
  expect(list.map((line) => `${files.get(line.slice(66))}  ${line.slice(66)}`)).toEqual(list)
  expect(list[0]).toContain('0001_baseline.sql')
})
