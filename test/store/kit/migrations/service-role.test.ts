// The service uses a role that reads and writes rows but cannot change tables, least of all the audit log.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { AuditSealer } from '../../../../src/actions/audit/seal.ts'
import { readConfig } from '../../../../src/base/config/config.ts'
import { newKey } from '../../../../src/base/secrets.ts'
import { type LayingOptions, layFoundation } from '../../../../src/start/foundation.ts'
import { type DatabasePool, openDatabase } from '../../../../src/store/kit/database.ts'
import { migrate } from '../../../../src/store/kit/migrations/migrate.ts'
import { migrationFiles } from '../../../../src/store/kit/migrations/migration-files.ts'
import { couldAlterAuditLog, roleOf } from '../../../../src/store/kit/migrations/service-role.ts'
import { makeDatabase } from '../../../support/service.ts'

const { serviceRole } = inject('database')
let made: Awaited<ReturnType<typeof makeDatabase>>
let owner: pg.Pool
let service: DatabasePool

beforeAll(async () => {
  made = await makeDatabase()
  owner = made.db.pool
  service = openDatabase(made.connection, 1)
  await owner.query(
    `insert into audit_log (at, actor_kind, actor, action) values (now(), 'person', 'somebody', 'test')`,
  )
})
afterAll(async () => {
  await service.close()
  await made.drop()
})

describe('the service role may not run', () => {
  it.each([
    `update audit_log set actor = 'another'`,
    'delete from audit_log',
    'truncate audit_log',
    `select set_config('vertice.audit_change', 'prune', false); delete from audit_log`,
    `select set_config('vertice.audit_change', 'erase', false); update audit_log set details = '{}'`,
    'update audit_seals set pruned_at = now()',
    'delete from audit_seals',
    'insert into audit_retention (days) values (90)',
    'update audit_retention set days = 90',
    'delete from audit_retention',
    'create or replace function prune_audit(timestamptz) returns integer language sql as $$ select 1 $$',
    'alter table audit_log disable trigger all',
    'alter table audit_log disable trigger audit_log_grows',
    'drop trigger audit_log_grows on audit_log',
    'drop table audit_log',
    'set session_replication_role = replica',
    'create or replace function forbid_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger swallow before insert on audit_log for each row execute function forbid_change()',
    'create table mine (id int)',
    'truncate credentials',
    `insert into schema_migrations (number, name) values (9999, 'none')`,
    `update schema_migrations set checksum = ''`,
    'set role vertice',
    'create role another superuser',
    `copy owners to program 'cat'`,
    `select pg_read_file('postmaster.pid')`,
  ])('%s', async (sql) => {
    await expect(service.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
  })
})

it('may append to the audit log, read and change other rows, use sequences, listen and lock', async () => {
  await service.pool.query(
    `insert into audit_log (at, actor_kind, actor, action) values (now(), 'system', 'service', 'test')`,
  )
  await service.pool.query(`insert into owners (name) values ('A'); update owners set name = 'B'; delete from owners`)
  await service.pool.query(
    `select nextval('credentials_id_seq'), pg_advisory_lock(1); listen something; notify something`,
  )
  await service.pool.query('begin; lock table stations in share row exclusive mode; rollback')
  expect((await owner.query('select count(*)::int as entries from audit_log')).rows).toEqual([{ entries: 2 }])
})

it('prunes the audit log only as far as the owner allows, with an entry, and erases no name of a current customer', async () => {
  const { db, connection, drop } = await makeDatabase()
  const injected = openDatabase(connection, 1)
  const removed = async () => (await injected.pool.query('select prune_audit(now()) as removed')).rows[0].removed
  const allow = (days: number) =>
    db.pool.query('insert into audit_retention (days) values ($1) on conflict (id) do update set days = $1', [days])
  try {
    await injected.pool.query(
      `insert into audit_log (at, actor_kind, actor, action) select now() - interval '200 days', 'system', 'old', 'test' from generate_series(1, 1000)`,
    )
    await new AuditSealer(injected, 0, 0).run(new Date())
    expect(await removed()).toBeNull() // the log is kept forever
    await allow(365)
    expect(await removed()).toBeNull()
    await expect(allow(89)).rejects.toMatchObject({ code: '23514' })
    await allow(100)
    expect(await removed()).toBe(1000)
    expect(await removed()).toBeNull()
    expect((await db.pool.query('select actor, action, details from audit_log')).rows).toEqual([
      { actor: 'retention', action: 'audit.pruned', details: expect.objectContaining({ entries: 1000, upToSeal: 1 }) },
    ])
    const { rows } = await injected.pool.query(
      `insert into credentials (owner_id, username, secret, customer_name, issued_at, starts_at, expires_at)
       values (1, 'named', '', 'Ana', now(), now(), now()) returning id`,
    )
    const erase = injected.pool.query('select erase_in_audit($1, $2, $3)', [[rows[0].id], [], []])
    await expect(erase).rejects.toMatchObject({ code: '23001' })
    // No other role may run these functions.
    const others = `select has_function_privilege('pg_monitor', oid, 'execute') as may from pg_proc where proname in ('prune_audit', 'erase_in_audit')`
    expect((await db.pool.query(others)).rows).toEqual([{ may: false }, { may: false }])
  } finally {
    await injected.close()
    await drop()
  }
})

it('detects whether a role could change the audit log', async () => {
  expect(await couldAlterAuditLog(service)).toBe(false)
  expect(await couldAlterAuditLog(made.db)).toBe(true)
  expect(await roleOf(service)).toBe(serviceRole)
})

const grants = async () =>
  (
    await owner.query(
      `select relname, relacl::text, xmin::text from pg_class where relnamespace = 'public'::regnamespace order by 1`,
    )
  ).rows

it('gets grants on new tables, and nothing is written if none are new', async () => {
  const options = { service: { role: serviceRole, make: true } }
  const before = await grants()
  await migrate(owner, options)
  expect(await grants()).toEqual(before)

  await owner.query('create table newcomer (id int); create table grower (id int)')
  await owner.query('create trigger grows before update or delete on grower execute function forbid_change()')
  await owner.query('alter table grower enable always trigger grows')
  await owner.query(`grant all on schema_migrations to ${serviceRole}`)
  await migrate(owner, options)
  await service.pool.query(
    'insert into newcomer values (1); update newcomer set id = 2; delete from newcomer; insert into grower values (1)',
  )
  await expect(service.pool.query('delete from grower')).rejects.toMatchObject({ code: '42501' })
  await expect(service.pool.query('delete from schema_migrations')).rejects.toMatchObject({ code: '42501' })
  await owner.query('drop table newcomer, grower')
})

it('starts without a warning with both roles, and with a warning if the owner is the only role', async () => {
  const url = ({ user, password, host, port, database }: pg.PoolConfig) =>
    `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port ?? 5432}`
  const ownerUrl = url({ ...inject('database').connection, database: made.connection.database })
  const warnings = async (urls: Record<string, string>, options: LayingOptions = {}) => {
    const said: string[] = []
    const config = readConfig({ ENCRYPTION_KEYS: newKey(), ...urls })
    await (await layFoundation(config, (line) => said.push(line), options)).close()
    await owner.query('delete from encryption_keys')
    return said
  }
  expect(await warnings({ DATABASE_URL: url(made.connection), DATABASE_OWNER_URL: ownerUrl })).toEqual([])
  expect(await warnings({ DATABASE_URL: url(made.connection) })).toEqual([])
  expect(await warnings({ DATABASE_URL: ownerUrl })).toEqual([expect.stringContaining('could change the audit log')])

  // Only the owner can set how long the log is kept. The service's role gets a warning with instructions.
  const days = (count: number) => ({ auditKeptMs: count * 86_400_000 })
  const kept = async () => (await owner.query('select days from audit_retention')).rows
  const unlike = /keeps the audit log for good, RETENTION says for 400 days: run "vertice migrate"/
  expect(await warnings({ DATABASE_URL: url(made.connection) }, days(400))).toEqual([expect.stringMatching(unlike)])
  expect(await kept()).toEqual([])
  expect(await warnings({ DATABASE_URL: url(made.connection), DATABASE_OWNER_URL: ownerUrl }, days(400))).toEqual([])
  expect(await warnings({ DATABASE_URL: url(made.connection) }, days(400))).toEqual([])
  expect(await warnings({ DATABASE_URL: url(made.connection), DATABASE_OWNER_URL: ownerUrl })).toEqual([])
  expect(await kept()).toEqual([{ days: 400 }]) // unchanged without a setting
  await warnings({ DATABASE_URL: url(made.connection), DATABASE_OWNER_URL: ownerUrl }, { auditKeptMs: null })
  expect(await kept()).toEqual([])
  const told = await owner.query(`select details from audit_log where action = 'settings.changed' order by id`)
  expect(told.rows.map(({ details }) => details)).toEqual([
    { auditDays: 400, was: { auditDays: null } },
    { auditDays: null, was: { auditDays: 400 } },
  ])
})

it('starts on an up-to-date database, and names who must migrate an older one', async () => {
  expect(await migrate(service.pool)).toEqual([])
  const next = { number: 9998, name: '9998_next.sql', sql: 'create table next (id int)', checksum: 'x' }
  await expect(migrate(service.pool, { files: [...migrationFiles(), next] })).rejects.toThrow(
    new RegExp(`the role "${serviceRole}" may not .*run "vertice migrate" with DATABASE_OWNER_URL`),
  )
})
