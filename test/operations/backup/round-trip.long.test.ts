// Copies rows from one database to another through a backup file.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { differencesTo, loadBackup, withRecords } from '../../../src/operations/backup/load.ts'
import type { TableEnd } from '../../../src/operations/backup/records.ts'
import { writeBackup } from '../../../src/operations/backup/write.ts'
import { makeDatabase } from '../../support/service.ts'

const PASSPHRASE = 'correct horse battery staple'
const OPENING = { passphrase: async () => PASSPHRASE, mustBeEncrypted: true }
const folder = mkdtempSync(join(tmpdir(), 'vertice-backup-'))
const file = join(folder, 'it')
const { connection } = inject('database')
let source: Awaited<ReturnType<typeof makeDatabase>>
let ends: TableEnd[]
let made = 0

beforeAll(async () => {
  source = await makeDatabase()
  // Everything that COPY must escape, and special values of numbers, times and bytes.
  await source.db.pool.query(`
    insert into owners (name) values (E'tab\\t line\\n back\\\\slash ñ 😀'), ('\\N'), ('\\.');
    insert into stations (code, name, lat, lng, mountpoint, archived_at) values ('A', '', 19.43260000000001, -0.1 - 0.2, 'M', '2026-01-01T00:00:00.123456Z');
    insert into station_health (station_id, measured_at, health_pct, satellites, satellites_by_constellation) values (1, now(), 'NaN', 3, '{"GPS": 12}');
    insert into tokens (owner_id, name, hash, scopes, created_at) values (1, 't', '\\x00ff', '{read,"a,b"}', now());
    insert into audit_log (at, actor_kind, actor, action) values (now(), 'person', 'somebody', 'test');
    insert into login_throttles values ('\\x01', 1, now());
    select nextval('credentials_id_seq') from generate_series(1, 41);
    insert into credentials (owner_id, username, secret, issued_at, starts_at, expires_at, customer_name)
      select 1, 'u' || g, '\\x00', now(), now(), now(), 'Cliente ' || g from generate_series(1, 3000) g;
    insert into issue_jobs (key, owner_id, actor, file_name, total, created_at) values ('k', 1, 'x', 'f', 1, now());
    insert into issue_job_rows (job_id, position, line, request) values (1, 0, 2, '{"deep": [1, null, "\\\\"]}')`)
  const content = { madeAt: new Date(), release: '0.1.0', keys: 'the keys', passphrase: PASSPHRASE }
  // The service's role may only read, which is enough.
  ends = await writeBackup(source.connection as pg.ClientConfig, file, content, () => {})
})
afterAll(async () => {
  await source.drop()
  rmSync(folder, { recursive: true })
})

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const database = `backup_${process.pid}_${made++}`
  const admin = new pg.Client(connection as pg.ClientConfig)
  await admin.connect()
  await admin.query(`create database ${database}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  })
  return { ...connection, database } as pg.ClientConfig
}

const load = (into: pg.ClientConfig) =>
  withRecords(file, OPENING, (manifest, records) => loadBackup(into, manifest, records, () => {}))

async function ask(on: pg.ClientConfig, sql: string) {
  const client = new pg.Client(on)
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows[0]
}

it('restores every row unchanged, and continues the sequences', async () => {
  const into = await emptyDatabase()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { loaded, leftOut } = await load(into)
  expect(loaded).toEqual(ends)
  expect(leftOut).toEqual([])
  expect(await differencesTo(into, ends)).toEqual([])
  expect(ends.find(({ table }) => table === 'credentials')?.rows).toBe(3_000)
  expect(ends.map(({ table }) => table)).not.toContain('login_throttles') // unlogged, so a crash would lose it too
  expect(await ask(into, `select nextval('credentials_id_seq')::int as id`)).toEqual({ id: 3_042 })
  expect(await ask(into, 'insert into owners (name) values ($$next$$) returning id::int')).toEqual({ id: 4 })
  // Loading fired no triggers, and each trigger is enabled again as before.
  expect(await ask(into, 'select count(*)::int as words from credential_words')).toEqual(
    await ask(
      { ...connection, database: source.connection.database } as pg.ClientConfig,
      'select count(*)::int as words from credential_words',
    ),
  )
  expect(
    await ask(
      into,
      `select count(*) filter (where tgenabled = 'D')::int as asleep, count(*) filter (where tgenabled = 'A')::int > 0 as always from pg_trigger`,
    ),
  ).toEqual({ asleep: 0, always: true })
})

it('leaves tables of other programs in the target unchanged', async () => {
  const into = await emptyDatabase()
  await ask(into, 'create table somebodys_own as select 1 as id')
  await load(into)
  expect(await ask(into, 'select * from somebodys_own')).toEqual({ id: 1 })
})

it('skips tables of other programs in the source, with their sequences', async () => {
  const shared = await makeDatabase()
  onTestFinished(shared.drop)
  await shared.db.pool.query(`
    create table somebodys_own (id bigserial primary key, credential bigint references credentials);
    insert into somebodys_own default values;
    grant select on somebodys_own to ${pg.escapeIdentifier(inject('database').serviceRole)};
    insert into owners (name) values ('Ours')`)
  const theirs = join(folder, 'theirs')
  const content = { madeAt: new Date(), release: '0.1.0', keys: null, passphrase: null }
  const written = await writeBackup(shared.connection as pg.ClientConfig, theirs, content, () => {})
  const into = await emptyDatabase()
  const { loaded, leftOut } = await withRecords(theirs, { ...OPENING, mustBeEncrypted: false }, (manifest, records) =>
    loadBackup(into, manifest, records, () => {}),
  )
  expect(leftOut).toEqual(['somebodys_own'])
  expect(loaded).toEqual(written.filter(({ table }) => table !== 'somebodys_own'))
  expect(await differencesTo(into, written)).toEqual([])
})

it('detects a single changed row in the comparison', async () => {
  const into = await emptyDatabase()
  await load(into)
  await ask(into, `update credentials set max_sessions = 9 where id = 777`)
  await ask(into, `delete from issue_job_rows`)
  expect((await differencesTo(into, ends)).sort()).toEqual(['credentials', 'issue_job_rows'])
})

it('does not load into a database that is not empty', async () => {
  const into = await emptyDatabase()
  await load(into)
  await expect(load(into)).rejects.toThrow('the database holds something already')
})

it('loads nothing from a truncated file', async () => {
  const into = await emptyDatabase()
  const broken = withRecords(file, OPENING, (manifest, records) =>
    loadBackup(
      into,
      manifest,
      (async function* () {
        for await (const record of records) {
          if (record.kind === 'sequences') throw new Error('the disk is gone')
          yield record
        }
      })(),
      () => {},
    ),
  )
  await expect(broken).rejects.toThrow('the disk is gone')
  expect(await ask(into, 'select count(*)::int as rows from credentials')).toEqual({ rows: 0 })
})

it('rejects a backup of a release with an unknown migration, and names it', async () => {
  const into = await emptyDatabase()
  const newer = withRecords(file, OPENING, (manifest, records) =>
    loadBackup(
      into,
      {
        ...manifest,
        release: '9.9.9',
        migrations: [...manifest.migrations, { number: 9999, name: '9999_later.sql', checksum: 'x' }],
      },
      records,
      () => {},
    ),
  )
  await expect(newer).rejects.toThrow(/release 9\.9\.9 made the backup, .* migration 9999_later\.sql/)
})
