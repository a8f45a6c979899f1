import { afterAll, beforeAll, expect, it } from 'vitest'
import { AuditSealer } from '../../../../src/actions/audit/seal.ts'
import { verifyAudit } from '../../../../src/actions/audit/verification.ts'
import { eraseCustomer, findHeldOfCustomer } from '../../../../src/actions/credentials/customers/erase.ts'
import { sendDelivery } from '../../../../src/actions/delivery/send.ts'
import { createOrder } from '../../../../src/actions/orders/create.ts'
import { payOrder } from '../../../../src/actions/orders/pay.ts'
import { command } from '../../../../src/domain/audit/action.ts'
import { eraseInAudit } from '../../../../src/store/credentials/customers/erasure.ts'
import { type Client, TestService } from '../../../support/service.ts'

const EMAIL = 'Ana.Luz@example.mx'
const NAME = 'Ana Luz Quetzal'
const customerMail = { language: 'es', noticesMs: [] } as const

let service: TestService
let client: Client
let ownerId: number
beforeAll(async () => {
  service = await TestService.start({ customerMail })
  const made = await service.token()
  ownerId = made.token.ownerId
  client = service.as(made.secret)
})
afterAll(() => service.stop())

const context = async () => ({
  db: service.db,
  keys: service.services.keys,
  book: (await service.services.current()).book,
  now: new Date(),
  by: command('customer erase'),
  provider: null,
  customerMail,
})
const query = async (sql: string) => (await service.db.pool.query(sql)).rows

/** Every text of every table, except ciphertexts. */
async function everything(): Promise<string> {
  const tables = await query(`select table_name as name from information_schema.tables where table_schema = 'public'`)
  const texts = await Promise.all(tables.map(({ name }) => query(`select t::text as text from "${name}" t`)))
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase()
}

it('removes the customer from the whole database, keeps others, and the seals stay valid', async () => {
  const issue = async (body: object) =>
    (await client.post('/credentials', { segundos: 3600, ...body })).body.credential as { id: number; usuario: string }
  const ana = { cliente_nombre: NAME, cliente_email: EMAIL, label: 'Lote quetzal' }
  const first = await issue({ ...ana, enviar_email: true })
  await issue({ ...ana, cliente_email: EMAIL.toLowerCase(), label: 'Lote común' })
  const other = await issue({ cliente_nombre: 'Berta', cliente_email: 'berta@example.mx', label: 'Lote común' })
  const wish = {
    ownerId,
    productId: null,
    customerName: NAME,
    customerEmail: EMAIL,
    language: 'es',
    stationId: null,
    validitySeconds: 3600,
    startsAt: undefined,
    amountMinor: 150_00,
    currency: 'MXN',
    client: '203.0.113.9',
    place: { lat: 19.777123, lng: -99.1 },
  } as const
  const paid = await createOrder(await context(), 'all', wish)
  await payOrder(await context(), 'all', paid.id, { way: 'hand', reference: null, note: `transfer of ${NAME}` })
  const open = await createOrder(await context(), 'all', wish)
  await query(`insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent, lat, lng)
    values ('s1', 'n', ${first.id}, '${first.usuario}', 'RED', now(), '198.51.100.77', 'Quetzal Rover', 19.4, -99.1)`)
  await query(`insert into refusals (first_at, last_at, times, username, mountpoint, reason, address, agent)
    values (now(), now(), 1, '${first.usuario}', 'RED', 'x', '198.51.100.77', 'y')`)
  const sealer = new AuditSealer(service.db, 0, 0)
  await sealer.run(new Date())
  for (const trace of ['quetzal', '19.777123']) expect(await everything()).toContain(trace)

  const held = await findHeldOfCustomer(await context(), EMAIL.toUpperCase())
  expect(held).toMatchObject({ mails: expect.any(Number), sessions: 1, refusals: 1 })
  expect(held.credentials).toHaveLength(3) // two by API and one by order
  expect(held.living).toHaveLength(3)
  expect(held.orders).toHaveLength(2)
  expect(held.open).toEqual([open.id])

  await eraseCustomer(await context(), EMAIL, held)
  const left = await everything()
  for (const trace of ['quetzal', 'ana.luz', '198.51.100.77', '203.0.113.9', '19.777123'])
    expect(left).not.toContain(trace)
  for (const kept of ['berta@example.mx', 'lote común']) expect(left).toContain(kept)

  expect(await query(`select state, amount_minor, customer_name from orders order by id`)).toEqual([
    { state: 'paid', amount_minor: 15_000, customer_name: 'erased' },
    { state: 'cancelled', amount_minor: 15_000, customer_name: 'erased' },
  ])
  expect(await query(`select count(*)::int as count from credentials where revoked_at is null`)).toEqual([{ count: 1 }])
  const answer = (await client.get(`/credentials/${first.id}`)).body.credential
  expect(answer).toMatchObject({ id: first.id, cliente_nombre: null, cliente_email: null, estado: 'revocada' })
  expect((await client.get(`/credentials/${other.id}`)).body.credential.cliente_nombre).toBe('Berta')
  const [told] = await query(`select actor, details from audit_log where action = 'customer.erased'`)
  expect(told).toMatchObject({ actor: 'vertice customer erase', details: { credentials: 3, orders: 2, sessions: 1 } })
  for (const { body } of await query('select body from events')) expect(() => JSON.parse(body)).not.toThrow()

  const [erased] = await query(
    `select id, actor, details from audit_log where action = 'audit.erased' order by id limit 1`,
  )
  const about = { entries: expect.any(Number), orders: [paid.id, open.id], credentials: [] } // programs leave no entry
  expect(erased).toMatchObject({ actor: 'erasure', details: about })
  const marked = `select count(*)::int as entries from audit_log where (details->>'erased')::bigint = ${erased.id}`
  expect(await query(marked)).toEqual([{ entries: erased.details.entries }])

  await sealer.run(new Date())
  expect(await faults()).toEqual([])
  const again = await findHeldOfCustomer(await context(), EMAIL)
  expect(again).toMatchObject({ credentials: [], orders: [], mails: 0, handovers: 0, fileLines: 0 })
})

async function faults(): Promise<string[]> {
  const found: string[] = []
  await verifyAudit(service.db, new Map(), ({ fault }) => found.push(fault))
  return found
}

it('cannot erase audit entries of a customer who is still named, and detects an unrecorded erasure', async () => {
  const [{ id }] = await query(`select id from credentials where customer_name = 'Berta'`)
  await sendDelivery(await context(), 'all', id, {})
  const refusal = { code: '23001', message: expect.stringContaining('still names this customer') }
  await expect(eraseInAudit(service.db, [id], [], [])).rejects.toMatchObject(refusal)
  await expect(eraseInAudit(service.db, [], [], ['berta@example.mx'])).rejects.toMatchObject(refusal)
  const order = `insert into orders (owner_id, customer_name, customer_email, language, validity_seconds, amount_minor, currency, created_at, key, state)
    values (${ownerId}, 'Uta', 'uta@example.mx', 'es', 3600, 100, 'MXN', now(), 'k2', 'pending') returning id`
  const [{ id: orderId }] = await query(order)
  await expect(eraseInAudit(service.db, [], [orderId], [])).rejects.toMatchObject(refusal)
  await expect(eraseInAudit(service.db, [], [], ['uta@example.mx'])).rejects.toMatchObject(refusal)
  await query(`delete from orders where id = ${orderId}`)

  const told = `select details from audit_log where subject_kind = 'credential' and subject_id = ${id} and details ? 'to'`
  expect(await query(told)).toHaveLength(1)
  await query(`begin; alter table audit_log disable trigger user;
    update audit_log set details = details - 'to' || '{"erased": 1}' where subject_kind = 'credential' and subject_id = ${id} and details ? 'to';
    alter table audit_log enable always trigger audit_log_grows; commit`)
  expect(await faults()).toEqual(['untold_erasure'])
  await query(`begin; alter table audit_log disable trigger user;
    update audit_log set details = details - 'erased' where details @> '{"erased": 1}';
    alter table audit_log enable always trigger audit_log_grows; commit`)
})

it("erases an address that received another customer's data", async () => {
  const to = 'Vecina@example.mx'
  const { body } = await client.post('/credentials', { segundos: 3600, cliente_nombre: 'Carla' })
  await sendDelivery(await context(), 'all', body.credential.id, { email: to })
  await query('delete from mails') // as retention does
  await query('delete from handovers')
  const held = await findHeldOfCustomer(await context(), to)
  expect(held).toMatchObject({ credentials: [], orders: [], mails: 0, handovers: 0, entries: 1 })
  expect(await everything()).toContain('vecina')

  expect(await eraseCustomer(await context(), to, held)).toEqual({ events: 0, entries: 1 })
  const left = await everything()
  expect(left).not.toContain('vecina')
  expect(left).toContain('carla')
  expect(await findHeldOfCustomer(await context(), to)).toMatchObject({ entries: 0 })
})

it('erases the name from an event that is written during the erasure', async () => {
  const email = 'tarde@example.mx'
  await client.post('/credentials', { segundos: 3600, cliente_nombre: 'Tarde', cliente_email: email })
  // Simulates a worker that records the credential's expiry just before its texts are erased.
  await query(`create function end_now() returns trigger language plpgsql as $$
    begin
      insert into events select 'evt_' || old.id, owner_id, 'credential.expired', credential_id, now(), replace(body, '"cliente_nombre":null', '"cliente_nombre":"Tarde"')
      from events where credential_id = old.id limit 1;
      return new;
    end $$`)
  await query(
    `create trigger end_now before update of customer_name on credentials for each row execute function end_now()`,
  )
  await eraseCustomer(await context(), email, await findHeldOfCustomer(await context(), email))
  await query('drop trigger end_now on credentials')
  const written = await query(`select body from events where type = 'credential.expired'`)
  expect(written).toHaveLength(1)
  expect(written[0].body).toContain('"cliente_nombre":null')
  expect(await everything()).not.toContain('tarde')
})
