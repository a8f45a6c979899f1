// "vertice upgrade --check" on real databases: of this release, of an earlier one, of a later one, and one that its role may not migrate.
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { migrate } from '../../../src/store/kit/migrations/migrate.ts'
import { migrationFiles } from '../../../src/store/kit/migrations/migration-files.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { makeDataDir, vertice } from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'

const newest = migrationFiles().at(-1)!.name

async function database(): Promise<{ pool: pg.Pool; check: (...args: string[]) => ReturnType<typeof vertice> }> {
  const { db, connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const { user } = inject('database').connection
  const settings = onDatabase(databaseUrlOf(connection), {
    DATABASE_OWNER_URL: databaseUrlOf({ ...connection, user: user as string }),
  })
  return { pool: db.pool, check: (...args) => vertice('/nowhere', ['upgrade', '--check', ...args], settings) }
}

/** Of a release that ended with this migration. */
async function databaseOf(last: number): Promise<pg.PoolConfig & { pool: pg.Pool }> {
  const { connection } = inject('database')
  const name = `upgrade_${process.pid}_${last}`
  const admin = new pg.Client(connection as pg.ClientConfig)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const own = { ...connection, database: name }
  const pool = new pg.Pool(own)
  onTestFinished(async () => {
    await pool.end()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
  await migrate(pool, { files: migrationFiles().filter(({ number }) => number <= last) })
  return { ...own, pool }
}

const applied = async (pool: pg.Pool) =>
  (await pool.query('select number, checksum, applied_at from schema_migrations order by number')).rows

it('a database of this release is ready; one that a newer release migrated is not, and is told what to do', async () => {
  const { pool, check } = await database()
  const ready = await check()
  expect(ready.stdout).toMatch(
    new RegExp(`^this release +\\d+\\.\\d+\\.\\d+, migrations up to ${newest}\n.* is at ${newest}.*PostgreSQL \\d+`),
  )
  expect(ready.stdout).toMatch(/\nwould run +nothing\n[\s\S]*\nready\n$/)
  expect(ready.code).toBe(0)

  await pool.query(`insert into schema_migrations (number, name, checksum) values (9000, '9000_later.sql', 'x')`)
  const newer = await check()
  expect(newer.code).toBe(1)
  expect(newer.stdout).toContain(
    'NOT READY: the database was migrated by a newer release (9000_later.sql): install that one',
  )
  const { stdout, code } = await check('--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ isReady: false, obstacles: [{ code: 'database_newer' }], pending: [] })
})

it('of an earlier release it tells what would run and what that holds, and changes nothing', async () => {
  const { pool, ...connection } = await databaseOf(55)
  await pool.query(
    `insert into nodes (id, name, machine, roles, version, seen_at) values ('x', 'old-1', 'old-1', '{api}', '0.0.9', now() + interval '1 minute')`,
  )
  const before = await applied(pool)
  const settings = onDatabase(databaseUrlOf(connection))
  const { stdout, code } = await vertice('/nowhere', ['upgrade', '--check'], settings)
  expect(stdout).toMatch(
    /\nwould run +0056_credential_jobs\.sql, 0057_dashboard\.sql, .*\n[\s\S]*indexes credentials \(/,
  )
  expect(stdout).toMatch(/\nruns now +old-1 \(api\) 0\.0\.9\n/)
  expect(stdout).toContain('- there is no backup on record: make one first')
  expect(stdout).toContain('go on with it until their turn: old-1')
  expect(code).toBe(0)
  expect(await applied(pool)).toEqual(before)

  // A role that does the work, and may not migrate.
  const { serviceRole } = inject('database')
  await pool.query(
    `grant usage on schema public to ${serviceRole}; grant select on all tables in schema public to ${serviceRole}`,
  )
  const worker = onDatabase(databaseUrlOf({ ...connection, user: serviceRole }))
  const refused = await vertice('/nowhere', ['upgrade', '--check'], worker)
  expect(refused.stdout).toContain(`NOT READY: the role "${serviceRole}" may not migrate: set DATABASE_OWNER_URL`)
  expect(refused.code).toBe(1)
})

it('says which processes must stop before a migration that they cannot go on with, and so does a start beside them', async () => {
  const { pool, ...connection } = await databaseOf(15)
  const { stdout, code } = await vertice('/nowhere', ['upgrade', '--check'], onDatabase(databaseUrlOf(connection)))
  expect({ code, isReady: stdout.endsWith('ready\n') }).toEqual({ code: 0, isReady: true }) // nobody runs
  await expect(migrate(pool, { isBesideOlder: true })).rejects.toThrow(
    /0016_codes\.sql needs every process of the release before to be stopped first/,
  )
  expect(await applied(pool)).toHaveLength(15)
})

it('a backup by the new release is of the database as it was, and other commands leave that alone', async () => {
  const { pool, ...connection } = await databaseOf(28) // of the first release
  await pool.query(`insert into owners (name) values ('Old')`)
  const [before, dataDir] = [await applied(pool), makeDataDir()]
  const settings = onDatabase(databaseUrlOf(connection))
  const ask = (...args: string[]) => vertice(dataDir, args, settings)

  for (const command of ['node list', 'token create --owner Old --name x --scopes read'])
    expect(await ask(...command.split(' '))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^vertice: the database is at 0028_.*, and this release wants ${newest}: .*"vertice migrate"\n$`),
      ),
    })
  const file = join(makeDataDir(), 'before.vbk')
  expect(await ask('backup', file, '--without-key')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('restored and compared'),
  })
  expect(await applied(pool)).toEqual(before)
  expect((await ask('upgrade', '--check')).stdout).not.toContain('no backup on record')

  const restored = makeDataDir()
  const keys = { ENCRYPTION_KEYS: settings.ENCRYPTION_KEYS! }
  expect(await vertice(restored, ['restore', file], keys)).toMatchObject({ code: 0 })
  expect(await vertice(restored, ['migrate'], keys)).toMatchObject({ stdout: 'the database is up to date\n' })

  expect((await ask('migrate')).stdout).toMatch(/^applied 0029_/)
  expect(await ask('node', 'list')).toMatchObject({ code: 0 })
})

it('makes no database where there is none', async () => {
  const { code, stderr } = await vertice(makeDataDir(), ['upgrade', '--check'])
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no database under') })
  expect(await vertice(makeDataDir(), ['upgrade'])).toMatchObject({ code: 2 })
})
