// What earlier releases stored as English sentences becomes codes, and what they stored too much of goes.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate } from '../../../../src/store/kit/migrations/migrate.ts'

const FOLDER = fileURLToPath(new URL('../../../../migrations/', import.meta.url))
const CODES = '0016_codes.sql'
const NAME = `codes_${process.pid}`
const { connection } = inject('database')
let admin: pg.Client
let pool: pg.Pool

const NOTES = [
  'no GGA: this mountpoint needs the position of the rover, which has sent none',
  'base down: every station that reaches this position is silent',
  'outside coverage: no station reaches this position',
  'base CDMX, 9.9 km',
  'base CDMX → TOLU, 15.0 km',
  'base CDMX (silent) → TOLU, 15.0 km',
  'asking the VRS engine',
  'the VRS engine answers',
  'the VRS engine is lost: the connection was closed',
  'the VRS engine is lost: refused: unknown mountpoint (HTTP/1.1 404 Not Found (really))',
  'the VRS engine is lost: connect ECONNREFUSED 127.0.0.1:2101',
  'something that nobody knows',
]
const ATTEMPTS = [
  null,
  'no answer within 15 s',
  'the connection was refused',
  'the connection was closed before an answer came',
  'the host name does not resolve',
  '10.0.0.1 is not an address that we may call',
  'the certificate was not accepted (CERT_HAS_EXPIRED)',
  'it does not speak TLS (EPROTO)',
  'not an http or https address',
  'other side closed',
]
const FAILURES = [
  null,
  'every attempt was broken off',
  'nobody sent it within seven days: is SMTP_URL set where the role worker runs?',
  'not sent: the credential was revoked',
  'no connection within 20 s',
  '550 5.1.1 no such user',
]

beforeAll(async () => {
  admin = new pg.Client(connection as pg.ClientConfig)
  await admin.connect()
  await admin.query(`create database ${NAME}`)
  pool = new pg.Pool({ ...connection, database: NAME })
  await pool.query(
    'create table schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  for (const name of readdirSync(FOLDER).sort()) {
    if (name >= CODES) break
    await pool.query(readFileSync(FOLDER + name, 'utf8'))
    await pool.query('insert into schema_migrations (number, name) values ($1, $2)', [Number(name.slice(0, 4)), name])
  }
  await fill()
  await migrate(pool)
})
afterAll(async () => {
  await pool.end()
  await admin.query(`drop database ${NAME}`) // waits for the connections that are just being closed
  await admin.end()
})

async function fill(): Promise<void> {
  const notes = NOTES.map((text) => ({ at: '2026-11-15T12:00:00.000Z', text }))
  const session = `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent, notes)
    values ($1, 'n', 1, 'u', 'RED', now(), '', '', $2)`
  await pool.query(session, ['noted', JSON.stringify(notes)])
  await pool.query(session, ['quiet', '[]'])
  await pool.query(`insert into audit_log (at, actor_kind, actor, action, address) values
    (now(), 'system', 'shop', 'order.created', '203.0.113.9'), (now(), 'person', 'shop', 'login.failed', '203.0.113.8')`)
  await pool.query(`update upstream_state set error = 'refused: not NTRIP (SSH-2.0)'`)

  await pool.query(`insert into owners (id, name, created_at) overriding system value values (1, 'Own', now())`)
  const { rows: stations } = await pool.query(
    `insert into stations (code, name, mountpoint, lat, lng) values ('CDMX', 'C', 'CDMX', 19, -99) returning id`,
  )
  const alarm =
    'insert into station_alarms (station_id, kind, detail, since, ended_at) values ($1, $2, $3, now(), now())'
  for (const [kind, detail] of [
    ['down', 'no observations for more than a minute'],
    ['moved', 'the antenna tells a position 1.23 m from the registered one'],
    ['silent_constellation', 'no more GLO, BDS'],
    ['moved', 'far away'],
  ])
    await pool.query(alarm, [stations[0].id, kind, detail])

  const webhook = `insert into webhooks (owner_id, url, event_types, secret, created_at, deactivated_at, deactivation_reason)
    values (1, 'https://x.mx/', '{}', '', now(), now(), $1)`
  for (const reason of ['the receiver answered 410 Gone', 'only failures for five days', null])
    await pool.query(webhook, [reason])
  const attempt = `insert into delivery_attempts (delivery_id, at, duration_ms, error, response) values ($1, now(), 1, $2, '')`
  const { rows: deliveries } = await pool.query(
    `insert into deliveries (event_id, webhook_id, due_at, created_at) select 'evt', min(id), now(), now() from webhooks returning id`,
  )
  for (const error of ATTEMPTS) await pool.query(attempt, [deliveries[0].id, error])

  const mail = `insert into mails (owner_id, kind, key, recipient, data, due_at, created_at, last_error) values (1, $1, $2, 'a@b.mx', $3, now(), now(), $4)`
  for (const [place, failure] of FAILURES.entries()) await pool.query(mail, ['other', `o${place}`, '{}', failure])
  const told = { webhookId: 1, reason: 'only failures for five days', lastError: 'HTTP 503' }
  await pool.query(mail, ['webhook-deactivated', 'w', told, null])

  await pool.query(
    `insert into issue_jobs (id, owner_id, key, actor, file_name, total, created_at) overriding system value values (1, 1, 'k', 'a', 'f.csv', 1, now())`,
  )
  const problems = [
    { field: 'dias', code: 'missing', detail: 'is missing' },
    { field: null, code: 'columns', detail: 'has 3 fields, the first line has 2' },
    { field: 'label', code: 'too_long', params: { most: 100 } },
  ]
  await pool.query(
    `insert into issue_job_rows (job_id, position, line, request, state, problems) values (1, 0, 2, '{}', 'failed', $1)`,
    [JSON.stringify(problems)],
  )
}

const column = async (name: string, rest: string) =>
  (await pool.query(`select ${name} as value from ${rest}`)).rows.map(({ value }) => value)

const said = (text: string) => ({ code: 'said', params: { said: text } })

it('notes of sessions', async () => {
  const [notes] = await column('notes', `sessions where id = 'noted'`)
  expect(new Set(notes.map(({ at }: { at: string }) => at))).toEqual(new Set(['2026-11-15T12:00:00.000Z']))
  expect(notes.map(({ code, params }: { code: string; params: object }) => ({ code, params }))).toEqual([
    { code: 'no_gga', params: {} },
    { code: 'base_down', params: {} },
    { code: 'outside_coverage', params: {} },
    { code: 'base', params: { station: 'CDMX', distanceKm: 9.9 } },
    { code: 'base', params: { station: 'TOLU', distanceKm: 15, before: { station: 'CDMX', silent: false } } },
    { code: 'base', params: { station: 'TOLU', distanceKm: 15, before: { station: 'CDMX', silent: true } } },
    { code: 'asking_vrs', params: {} },
    { code: 'vrs_answers', params: {} },
    { code: 'vrs_lost', params: { why: { code: 'closed', params: {} } } },
    {
      code: 'vrs_lost',
      params: {
        why: {
          code: 'refused',
          params: { reason: 'unknown_mountpoint', said: 'HTTP/1.1 404 Not Found (really)' },
        },
      },
    },
    { code: 'vrs_lost', params: { why: said('connect ECONNREFUSED 127.0.0.1:2101') } },
    said('something that nobody knows'),
  ])
  expect(await column('notes', `sessions where id = 'quiet'`)).toEqual([[]])
})

it('what is known of the VRS engine', async () => {
  expect(await column('error', 'upstream_state')).toEqual([
    { code: 'refused', params: { reason: 'not_ntrip', said: 'SSH-2.0' } },
  ])
})

it('alarms', async () => {
  expect(await column('params', 'station_alarms order by id')).toEqual([
    {},
    { metres: 1.23 },
    { constellations: ['GLO', 'BDS'] },
    { said: 'far away' },
  ])
})

it('webhooks and their attempts', async () => {
  expect(await column('deactivation_reason', 'webhooks order by id')).toEqual(['gone', 'failing', null])
  expect(await column('error', 'delivery_attempts order by id')).toEqual([
    null,
    { code: 'no_answer', params: { seconds: 15 } },
    { code: 'refused', params: {} },
    { code: 'closed_early', params: {} },
    { code: 'unresolved', params: {} },
    { code: 'forbidden_address', params: { address: '10.0.0.1' } },
    { code: 'certificate', params: { code: 'CERT_HAS_EXPIRED' } },
    { code: 'no_tls', params: { code: 'EPROTO' } },
    { code: 'not_http', params: {} },
    said('other side closed'),
  ])
})

it('mails', async () => {
  expect(await column('last_error', `mails where kind = 'other' order by id`)).toEqual([
    null,
    { code: 'broken_off', params: {} },
    { code: 'nobody_sent', params: { days: 7 } },
    { code: 'unwanted', params: { why: 'credential_revoked' } },
    { code: 'no_connection', params: { seconds: 20 } },
    said('550 5.1.1 no such user'),
  ])
  expect(await column('data', `mails where kind = 'webhook-deactivated'`)).toEqual([
    { webhookId: 1, reason: 'failing', lastError: { code: 'status', params: { status: 503 } } },
  ])
})

it('lines of files', async () => {
  expect(await column('problems', 'issue_job_rows')).toEqual([
    [
      { field: 'dias', code: 'missing', params: {} },
      { field: null, ...said('has 3 fields, the first line has 2') },
      { field: 'label', code: 'too_long', params: { most: 100 } },
    ],
  ])
})

it('from where customers ordered is with their orders alone', async () => {
  const { rows } = await pool.query('select actor_kind as kind, address from audit_log order by id')
  expect(rows).toEqual([
    { kind: 'system', address: null },
    { kind: 'person', address: '203.0.113.8' },
  ])
  await expect(pool.query(`update audit_log set address = null`)).rejects.toThrow('can only grow')
})
