// A user name that is already taken is drawn again, also inside a transaction, which a failed statement would abort.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRows, startJob } from '../../../../src/actions/credentials/jobs/issue.ts'
import { stepJob } from '../../../../src/actions/credentials/jobs/run.ts'
import { atOnce } from '../../../../src/base/running/turns.ts'
import { readCredentialFile } from '../../../../src/wire/credentials/file.ts'
import { OrderSite } from '../../../scenarios/orders/support.ts'
import { byTest } from '../../../support/action-context.ts'
import type { Client } from '../../../support/service.ts'

let orders: OrderSite
let client: Client

beforeAll(async () => {
  orders = await OrderSite.start()
  client = await orders.site.service.client()
  await client.post('/credentials', { segundos: 3600 })
  // A trigger forces collisions: while the sequence is not above 0, a drawn name becomes that of the first credential.
  await orders.db.pool.query(`create sequence cup minvalue 0`)
  await orders.db.pool.query(`create function load_dice() returns trigger language plpgsql security definer as $$
    begin
      if nextval('cup') <= 0 then new.username := (select username from credentials order by id limit 1); end if;
      return new;
    end $$`)
  await orders.db.pool.query(
    'create trigger loaded before insert on credentials for each row execute function load_dice()',
  )
})
afterAll(() => orders.stop())

/** Makes the next `names` drawn names collide. */
const loadDice = (names: number) =>
  orders.db.pool.query(`alter sequence cup minvalue ${-100 - names} start ${1 - names} restart`)

async function expectWhole(before: number, made: number): Promise<void> {
  const { rows } = await orders.db.pool.query(
    `select count(*)::int as count, count(distinct username)::int as names,
       (select count(*)::int from events where type = 'credential.issued') as events from credentials`,
  )
  expect(rows[0]).toEqual({ count: before + made, names: before + made, events: before + made })
}
const count = async () => (await orders.db.pool.query('select count(*)::int as count from credentials')).rows[0].count

describe('a user name that is taken is drawn again', () => {
  const MANY = { credentials: Array.from({ length: 60 }, () => ({ segundos: 3600 })) }
  const ONE = { segundos: 3600 }
  const KEY = { 'idempotency-key': 'taken-name' }

  it.each([
    ['one that shares its commit', '/credentials', ONE, {}, 1, 1],
    ['one under a key', '/credentials', ONE, KEY, 2, 1],
    ['a batch', '/credentials/batch', MANY, {}, 2, 60],
    ['a batch under a key', '/credentials/batch', MANY, { 'idempotency-key': 'taken-names' }, 17, 60],
  ])('%s', async (_, path, body, headers, names, made) => {
    const before = await count()
    await loadDice(names)
    const answer = await client.post(path, body, headers)
    expect(answer.status).toBe(201)
    await expectWhole(before, made)
    if (!('idempotency-key' in headers)) return
    expect((await client.post(path, body, headers)).body).toEqual(answer.body)
    await expectWhole(before, made)
  })

  it('for a job from a file', async () => {
    const { db, keys, current } = orders.site.services
    const { book } = await current()
    const context = byTest({ db, keys, book })
    const rows = await checkRows(context, atOnce(readCredentialFile('segundos\n3600\n3600\n3600\n')), true)
    await startJob(context, 'all', { ownerId: orders.ownerId, key: 'a-file-of-three', fileName: 'three.csv', rows })
    const before = await count()
    await loadDice(2)
    while (await stepJob(context));
    await expectWhole(before, 3)
  })

  it('for a paid order, with its mail', async () => {
    const { id } = (await orders.make()).body.order
    const before = await count()
    await loadDice(2)
    const { body } = await orders.operator.post(`/orders/${id}/pay`, { note: 'cash' })
    expect(body.order.state).toBe('paid')
    await expectWhole(before, 1)
    const { rows } = await orders.db.pool.query('select from mails where credential_id = $1', [body.order.credentialId])
    expect(rows).toHaveLength(1)
  })

  it('at most twice; the third collision fails and leaves nothing', async () => {
    const before = await count()
    await loadDice(3)
    expect((await client.post('/credentials', ONE, { 'idempotency-key': 'never' })).status).toBe(500)
    await expectWhole(before, 0)
    expect((await client.post('/credentials', ONE, { 'idempotency-key': 'never' })).status).toBe(201)
    await expectWhole(before, 1)
  })
})
