// Retention deletes in batches what the operator no longer wants to keep, and nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AuditSealer } from '../../../src/actions/audit/seal.ts'
import { DEFAULT_RETENTION } from '../../../src/domain/operations/retention.ts'
import { CustomerForgetter } from '../../../src/start/jobs/forget-customers.ts'
import { tidyUp } from '../../../src/start/jobs/tidy-up.ts'
import { TestService } from '../../support/service.ts'

const DAY_MS = 86_400_000
const NOW = new Date()
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
  // The first rows: a range is deleted only when all of it is old.
  await query(
    `insert into audit_log (at, actor_kind, actor, action) select $1, 'system', 'test', 'settings.changed' from generate_series(1, 1000)`,
    [ago(800)],
  )
})
afterAll(() => service.stop())

const query = async (sql: string, values: unknown[] = []) => (await service.db.pool.query(sql, values)).rows

async function issueOn(day: Date, customer: string, seconds = 3600): Promise<number> {
  const client = await service.client()
  service.time = day
  const { body } = await client.post('/credentials', {
    segundos: seconds,
    cliente_nombre: customer,
    cliente_email: `${customer}@example.mx`,
  })
  service.time = null
  return body.credential.id
}

it('erases customers whose credentials ended before the limit, page by page, and no others', async () => {
  const ended = await issueOn(ago(400), 'ada')
  const living = await issueOn(ago(300), 'eva', 31_536_000)
  const lately = await issueOn(ago(10), 'ida')
  await query(
    `insert into credentials (owner_id, username, secret, customer_name, issued_at, starts_at, expires_at)
     select 1, 'old' || n, '', 'Olga', $1, $1, $1 from generate_series(1, 1200) n`,
    [ago(500)],
  )
  await query(
    `insert into orders (owner_id, customer_name, customer_email, language, validity_seconds, amount_minor, currency, created_at, key, state, cancelled_at)
     values (1, 'Olga', 'olga@example.mx', 'es', 3600, 100, 'MXN', $1, 'k1', 'cancelled', $1), (1, 'Uta', 'uta@example.mx', 'es', 3600, 100, 'MXN', $1, 'k2', 'pending', null)`,
    [ago(400)],
  )
  const forgetter = new CustomerForgetter(service.db)
  await forgetter.run(ago(365), NOW)
  await forgetter.run(ago(365), NOW) // finds nothing more
  const named = await query(
    'select id, customer_name as name from credentials where customer_name is not null order by id',
  )
  expect(named).toEqual([
    { id: living, name: 'eva' },
    { id: lately, name: 'ida' },
  ])
  expect(named).not.toContainEqual(expect.objectContaining({ id: ended }))
  expect(await query('select customer_name as name, amount_minor as amount from orders order by id')).toEqual([
    { name: 'erased', amount: 100 },
    { name: 'Uta', amount: 100 },
  ])
  expect(await query(`select name from credential_names where name ilike 'olga%' or name ilike 'ada%'`)).toEqual([])
})

it('erases their names from event bodies, page by page, also of customers erased earlier', async () => {
  const [{ id }] = await query(`select id from credentials where username = 'old1'`)
  const [{ body }] = await query(`select body from events where body like '%"eva"%' limit 1`)
  await query(
    `insert into events select 'evt_' || n, 1, 'credential.expired', $1::bigint, $2::timestamptz, case when n % 50 = 0 then replace($3, 'eva', 'olga') else '{}' end
     from generate_series(1, 31000) n`,
    [id, ago(400), body],
  )
  const names = () =>
    query(`select body::json->'data'->'credential'->>'cliente_nombre' as name, count(*)::int as events from events
      where type in ('credential.issued', 'credential.expired') group by 1 order by 1`)
  const forgetter = new CustomerForgetter(service.db)
  await forgetter.run(ago(365), NOW)
  expect(await names()).toContainEqual({ name: 'olga', events: expect.any(Number) }) // a run is limited
  await forgetter.run(ago(365), NOW)
  expect(await names()).toEqual([
    { name: 'eva', events: 1 },
    { name: 'ida', events: 1 },
    { name: null, events: 31_001 },
  ])
  expect(await query(`select body from events where body ~ '"(ada|olga)'`)).toEqual([])
  const versions = () => query(`select md5(string_agg(xmin::text, ',' order by id)) as all from events`)
  const before = await versions()
  await forgetter.run(ago(365), NOW)
  expect(await versions()).toEqual(before) // clean rows are not rewritten
  await query(`delete from events where credential_id = $1`, [id])
})

it('deletes events and sealed audit entries if configured, and never by default', async () => {
  const counts = async () => {
    const [row] = await query(
      `select (select count(*)::int from events where created_at < $1) as events, (select count(*)::int from audit_log where at < $1) as entries`,
      [ago(365)],
    )
    return row
  }
  const before = await counts()
  expect(before.events).toBeGreaterThan(0)
  await new AuditSealer(service.db, 0, 0).run(NOW)
  await tidyUp(service.db, NOW)
  expect(await counts()).toEqual(before)
  const kept = { ...DEFAULT_RETENTION, eventsMs: 365 * DAY_MS, auditMs: 365 * DAY_MS }
  await tidyUp(service.db, NOW, kept)
  expect((await counts()).entries).toBe(before.entries) // the table owner has not allowed it
  await query('insert into audit_retention (days) values (365)')
  await tidyUp(service.db, NOW, kept)
  const after = await counts()
  expect(after.events).toBe(0)
  expect(after.entries).toBeLessThan(before.entries)
  const [told] = await query(`select actor, details from audit_log where action = 'audit.pruned'`)
  expect(told).toMatchObject({ actor: 'retention', details: { entries: before.entries - after.entries, upToSeal: 1 } })
})
