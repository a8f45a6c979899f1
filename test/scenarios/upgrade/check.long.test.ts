// "vertice upgrade --check" on real databases: of this release, the previous one, a newer one, and with a role that may
// not migrate.
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { migrationFiles } from '../../../src/store/kit/migrations/migration-files.ts'
import { command } from '../../support/command.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { makeDataDir, vertice } from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'
import { makeRelease } from './release.ts'

const newest = migrationFiles().at(-1)!.name
const NEXT = '9001_next.sql'

/** A database of this release, with the URLs of its owner and of the service's role. */
async function database() {
  const { db, connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const { user } = inject('database').connection
  const ownerUrl = databaseUrlOf({ ...connection, user: user as string })
  return { pool: db.pool, owner: onDatabase(ownerUrl), worker: onDatabase(databaseUrlOf(connection)) }
}

let release: Awaited<ReturnType<typeof makeRelease>>
const atEnd: (() => Promise<void>)[] = []
beforeAll(async () => {
  release = await makeRelease((work) => atEnd.push(work))
})
afterAll(() => Promise.all(atEnd.map((work) => work())))

function nextRelease(sql: string): string {
  release.addMigration(NEXT, sql)
  return release.folder
}

const addNode = (pool: pg.Pool) =>
  pool.query(
    `insert into nodes (id, name, machine, roles, version, seen_at) values ('x', 'old-1', 'old-1', '{api}', '0.0.9', now() + interval '1 minute')`,
  )

const applied = async (pool: pg.Pool) =>
  (await pool.query('select number, checksum, applied_at from schema_migrations order by number')).rows

it('accepts a database of this release, and rejects a newer one with instructions', async () => {
  const { pool, owner } = await database()
  const check = (...args: string[]) => command('/nowhere', ['upgrade', '--check', ...args], owner)
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

it('reports the pending migrations and the tables they lock, and changes nothing', async () => {
  const { pool, owner, worker } = await database()
  const folder = nextRelease('create index credentials_next on credentials (label)')
  const check = (settings: Record<string, string>) => vertice('/nowhere', ['upgrade', '--check'], settings, folder)
  await addNode(pool)
  const before = await applied(pool)
  const { stdout, code } = await check(owner)
  expect(stdout).toMatch(/\nwould run +9001_next\.sql\n[\s\S]*indexes credentials \(/)
  expect(stdout).toMatch(/\nruns now +old-1 \(api\) 0\.0\.9\n/)
  expect(stdout).toContain('- there is no backup on record: make one first')
  expect(stdout).toContain('keep running it until they are restarted: old-1')
  expect(code).toBe(0)
  expect(await applied(pool)).toEqual(before)

  const refused = await check(worker)
  expect(refused.stdout).toMatch(/NOT READY: the role "\w+" cannot migrate: set DATABASE_OWNER_URL/)
  expect(refused.code).toBe(1)
})

it('names the processes that must stop before an incompatible migration', async () => {
  const { pool, owner } = await database()
  const folder = nextRelease('-- Stop every node first: it renames a column\nselect 1')
  const check = () => vertice('/nowhere', ['upgrade', '--check'], owner, folder)
  expect((await check()).code).toBe(0) // no node runs
  await addNode(pool)
  expect(await check()).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /9001_next\.sql needs every process of the previous release to be stopped first \(it renames a column\): stop old-1/,
    ),
  })
})

it('lets the new release back up the database unchanged, and other commands leave it unchanged', async () => {
  const { pool, owner } = await database()
  const folder = nextRelease(`alter table owners add note text not null default 'migrated'`)
  await pool.query(`insert into owners (name) values ('Old')`)
  const [before, dataDir] = [await applied(pool), makeDataDir()]
  const ask = (...args: string[]) => vertice(dataDir, args, owner, folder)

  for (const command of ['node list', 'token create --owner Old --name x --scopes read'])
    expect(await ask(...command.split(' '))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^vertice: the database is at ${newest}, and this release wants ${NEXT}: .*"vertice migrate"\n$`),
      ),
    })
  const file = join(makeDataDir(), 'before.vbk')
  expect(await ask('backup', file, '--without-key')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('restored and compared'),
  })
  expect(await applied(pool)).toEqual(before)
  expect((await ask('upgrade', '--check')).stdout).not.toContain('no backup on record')

  // The backup of the previous release is loaded as it was, and then migrated.
  const restored = makeDataDir()
  const keys = { ENCRYPTION_KEYS: owner.ENCRYPTION_KEYS! }
  expect(await vertice(restored, ['restore', file], keys, folder)).toMatchObject({ code: 0 })
  expect(await vertice(restored, ['migrate'], keys, folder)).toMatchObject({ stdout: 'the database is up to date\n' })
  expect((await vertice(restored, ['owner', 'list'], keys, folder)).stdout).toContain('Old')

  expect(await ask('migrate')).toMatchObject({ stdout: `applied ${NEXT}\n` })
  expect((await pool.query('select note from owners')).rows).toEqual([{ note: 'migrated' }])
  expect(await ask('node', 'list')).toMatchObject({ code: 0 })
})

it('creates no database if there is none', async () => {
  const { code, stderr } = await command(makeDataDir(), ['upgrade', '--check'])
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no database in') })
  expect(await command(makeDataDir(), ['upgrade'])).toMatchObject({ code: 2 })
})
