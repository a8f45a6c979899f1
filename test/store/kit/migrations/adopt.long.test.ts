// REMOVE AFTER 0.9, with src/store/kit/migrations/adopt.ts: the baseline creates the same schema as the migrations that
// it replaces, and adopts their databases.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { loadBackup, withRecords } from '../../../../src/operations/backup/load.ts'
import { writeBackup } from '../../../../src/operations/backup/write.ts'
import { readServerFacts } from '../../../../src/store/kit/connections/server-facts.ts'
import { type MigrationOptions, migrate } from '../../../../src/store/kit/migrations/migrate.ts'
import { migrationFiles } from '../../../../src/store/kit/migrations/migration-files.ts'
import { databaseUrlOf, onDatabase } from '../../../support/external-database.ts'
import { makeDataDir, RunningService, vertice } from '../../../support/process.ts'
import { readCatalog, readRows } from './catalog.ts'
import { madeByReplacedMigrations, replacedMigrations } from './replaced-migrations.ts'

const { connection, serviceRole } = inject('database')
const service = { role: serviceRole, make: false }
const OLD = replacedMigrations()
const FILES = migrationFiles()
const NAMES = FILES.map(({ name }) => name)
const BASELINE = FILES[0]!
const OLD_TEMPLATE = `adopt_${process.pid}_template`
const OBJECT_IN_USE = '55006'
let made = 0

async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client(connection as pg.ClientConfig)
  await admin.connect()
  await admin.query(sql).finally(() => admin.end())
}

/**
 * Retries, because ending a pool does not wait for its sockets. A forced drop would raise an error in connections that
 * the server ends.
 */
async function dropUnused(name: string): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await asAdmin(`drop database ${name}`)
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || tries === 100) throw error
      await sleep(50)
    }
}

async function database(template = 'template1'): Promise<{ pool: pg.Pool; own: pg.ClientConfig }> {
  const own = { ...connection, database: `adopt_${process.pid}_${made++}` } as pg.ClientConfig
  await asAdmin(`create database ${own.database} template ${template}`)
  const pool = new pg.Pool(own)
  onTestFinished(async () => {
    await pool.end()
    await dropUnused(own.database!)
  })
  return { pool, own }
}

const oldDatabase = () => database(OLD_TEMPLATE)
const recorded = async (pool: pg.Pool) =>
  (await pool.query('select number, name, checksum from schema_migrations order by number')).rows
const asRecorded = ({ number, name, checksum }: (typeof OLD)[number]) => ({ number, name, checksum })

beforeAll(async () => {
  await asAdmin(`create database ${OLD_TEMPLATE}`)
  const client = new pg.Client({ ...connection, database: OLD_TEMPLATE } as pg.ClientConfig)
  await client.connect()
  await client.query(madeByReplacedMigrations(OLD))
  await client.end()
  return () => asAdmin(`drop database ${OLD_TEMPLATE}`)
})

describe('a database at the last migration before 0.9', () => {
  it('equals a new database after its adoption: schema, grants, rows', async () => {
    const [{ pool: old }, { pool: fresh }] = [await oldDatabase(), await database()]
    const messages: string[] = []
    expect(await migrate(old, { service, log: (message) => messages.push(message) })).toEqual(NAMES)
    expect(messages).toEqual([expect.stringMatching(/^Adopting a database at 0075_failed_why\.sql/)])
    expect(await migrate(fresh, { service })).toEqual(NAMES)

    expect(await readCatalog(old)).toEqual(await readCatalog(fresh))
    expect(await readRows(old)).toEqual(await readRows(fresh))
    expect(await recorded(old)).toEqual(FILES.map(asRecorded))
    expect(await migrate(old, { service })).toEqual([])
  })

  it('differs before its adoption only in what the adoption changes', async () => {
    const [{ pool: old }, { pool: fresh }] = [await oldDatabase(), await database()]
    await migrate(fresh, { files: [BASELINE] })
    const [before, after] = [await readCatalog(old), await readCatalog(fresh)]
    const only = (some: string[], others: string[]) =>
      some.filter((line) => !others.includes(line)).map((line) => line.split(' ').slice(0, 4).join(' '))
    expect(only(before, after)).toMatchInlineSnapshot(`
      [
        "column audit_log 11 actor_kind",
        "column bkg_casters 1 node",
        "column bkg_casters 10 counts",
        "column bkg_casters 11 cuts_due",
        "column bkg_casters 2 folder",
        "column bkg_casters 3 seen_at",
        "column bkg_casters 4 written_at",
        "column bkg_casters 5 told_at",
        "column bkg_casters 6 told_second",
        "column bkg_casters 7 behind_since",
        "column bkg_casters 8 lag_ms",
        "column bkg_casters 9 failure",
        "column caster_nodes 1 id",
        "column caster_nodes 2 seen_at",
        "column deliveries 9 event_type",
        "column rover_counts 1 at",
        "column rover_counts 2 owner_id",
        "column rover_counts 3 rovers",
        "column schema_migrations 4 checksum",
        "constraint bkg_casters bkg_casters_pkey PRIMARY",
        "constraint credentials credentials_one_access CHECK",
        "constraint orders orders_one_access CHECK",
        "constraint products products_group CHECK",
        "constraint products products_serves_check CHECK",
        "constraint rover_counts rover_counts_pkey PRIMARY",
        "function count_health()  trigger",
        "function node_of_release_before()  trigger",
        "index bkg_casters CREATE UNIQUE",
        "index rover_counts CREATE UNIQUE",
        "relation r p bkg_casters",
        "relation r p rover_counts",
        "relation v p caster_nodes",
        "trigger nodes O CREATE",
      ]
    `)
    expect(only(after, before)).toMatchInlineSnapshot(`
      [
        "column audit_log 11 actor_kind",
        "column deliveries 9 event_type",
        "column schema_migrations 4 checksum",
        "column schema_migrations 5 oldest_release",
        "constraint credentials credentials_one_access CHECK",
        "constraint orders orders_one_access CHECK",
        "constraint products products_group CHECK",
        "constraint products products_serves_check CHECK",
        "function count_health()  trigger",
      ]
    `)
  })

  it('keeps its rows', async () => {
    const { pool } = await oldDatabase()
    await pool.query(`insert into owners (name) values ('Kept'); insert into rover_counts values (now(), 1, 1);
      insert into credentials (owner_id, username, secret, issued_at, starts_at, expires_at) values (1, 'kept', '', now(), now(), now())`)
    const before = await readRows(pool)
    await migrate(pool, { files: [BASELINE] })
    const { rover_counts: _, bkg_casters: __, upstream_state: ___, ...others } = before
    expect(await readRows(pool)).toEqual({ ...others, upstream_state: expect.anything() })
    expect(await recorded(pool)).toEqual([asRecorded(BASELINE)])
  })

  it('is adopted by a command that migrates; other commands leave it unchanged', async () => {
    const { pool, own } = await oldDatabase()
    const [settings, dataDir] = [onDatabase(databaseUrlOf(own as pg.PoolConfig)), makeDataDir()]
    const ask = (...args: string[]) => vertice(dataDir, args, settings)
    expect(await ask('node', 'list')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`at 0075_failed_why.sql, and this release wants ${NAMES.at(-1)}: nothing was`),
    })
    expect(await ask('upgrade', '--check')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`\\nwould run +${NAMES.join(', ')}\\n[\\s\\S]*\\nready\\n$`)),
    })
    expect(await recorded(pool)).toEqual(OLD.map(asRecorded))
    expect(await readServerFacts(pool, '0.9.0')).toMatchObject({ missing: NAMES, newer: null })
    expect(await ask('migrate')).toMatchObject({ code: 0, stdout: `applied ${NAMES.join(', ')}\n` })
    expect(await recorded(pool)).toEqual(FILES.map(asRecorded))
    expect(await ask('node', 'list')).toMatchObject({ code: 0 })
  })

  it('is adopted by a start of the service, which logs it', async () => {
    const { pool, own } = await oldDatabase()
    const started = await RunningService.start(makeDataDir(), onDatabase(databaseUrlOf(own as pg.PoolConfig)))
    expect(started.log.join('')).toContain('Adopting a database at 0075_failed_why.sql')
    expect(await started.stop()).toBe(0)
    expect(await recorded(pool)).toEqual(FILES.map(asRecorded))
  })

  it('is refused while a node runs', async () => {
    const { pool } = await oldDatabase()
    await pool.query(
      `insert into nodes (id, name, roles, version, seen_at) values ('x', 'old-1', '{api}', '0.1.0', now())`,
    )
    await expect(migrate(pool)).rejects.toThrow(/stop all nodes first \(running: old-1\)/)
    expect(await recorded(pool)).toHaveLength(66)
  })

  it('can be restored from its backup', async () => {
    const { pool, own } = await oldDatabase()
    await pool.query(`insert into owners (name) values ('Kept'); insert into rover_counts values (now(), 1, 1)`)
    const file = join(makeDataDir(), 'old.vbk')
    await writeBackup(own, file, { madeAt: new Date(), release: '0.1.0', keys: null, passphrase: null }, () => {})
    const { own: into, pool: restored } = await database()
    const opening = { passphrase: () => expect.unreachable(), mustBeEncrypted: false }
    const { leftOut } = await withRecords(file, opening, (manifest, records) =>
      loadBackup(into, manifest, records, () => {}),
    )
    expect([...leftOut].sort()).toEqual(['bkg_casters', 'rover_counts'])
    expect((await restored.query('select name from owners')).rows).toEqual([{ name: 'Kept' }])
    expect(await recorded(restored)).toEqual(FILES.map(asRecorded))
  })
})

it.each<[string, string]>([
  ['an earlier migration', 'delete from schema_migrations where number = 75'],
  ['another file', `update schema_migrations set checksum = repeat('f', 64) where number = 16`],
  ['files without checksums', 'update schema_migrations set checksum = null'],
])('rejects a database at %s, for every command', async (_, sql) => {
  const { pool } = await oldDatabase()
  await pool.query(sql)
  const before = await recorded(pool)
  for (const pending of ['apply', 'refuse', 'leave'] satisfies MigrationOptions['pending'][])
    await expect(migrate(pool, { pending })).rejects.toThrow(
      /^this database was made by a version before 0\.9 and is at 007\d_.*Nothing was changed.*docs\/operations\/upgrade\.md$/,
    )
  expect(await recorded(pool)).toEqual(before)
})
