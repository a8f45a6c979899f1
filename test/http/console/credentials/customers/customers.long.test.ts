// Customers: the people that credentials and orders are for, with search and details.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem } from '../../../../support/problems.ts'
import { type Browser, TestConsole } from '../../support.ts'

const DAY_S = 86_400

let site: TestConsole
let operator: Browser
let reseller: Browser
let own: number
let other: number
beforeAll(async () => {
  site = await TestConsole.start()
  own = await site.owner('Own')
  other = await site.owner('Other')
  operator = await site.signedIn('operator')
  reseller = await site.signedIn('reseller', own)
  await issue({ customerName: 'Ana', customerEmail: 'Ana@example.mx' })
  await issue({ customerName: 'Ana Ruiz Ordóñez', customerEmail: 'ana@example.mx', validitySeconds: 3 * DAY_S })
  await issue({ customerName: 'Zoé sin correo' })
  await issue({ label: 'Nobody’s' })
  await issue({ customerName: 'Ana elsewhere', customerEmail: 'ana@example.mx', ownerId: other })
  await order({ customerName: 'Beto Ordóñez', customerEmail: 'beto@example.mx' })
  await order({ customerName: 'Ana Ruiz', customerEmail: 'ANA@example.mx' })
})
afterAll(() => site.stop())

async function issue(wish: object): Promise<{ id: number; username: string }> {
  const { status, body, text } = await operator.post('/credentials', {
    ...{ ownerId: own, validitySeconds: 30 * DAY_S },
    ...wish,
  })
  expect(status, text).toBe(201)
  return body.credential
}
async function order(wish: object): Promise<void> {
  const money = { amountMinor: 100_00, currency: 'MXN', validitySeconds: 30 * DAY_S }
  const { status, text } = await operator.post('/orders', { ownerId: own, ...money, ...wish })
  expect(status, text).toBe(201)
}
const list = async (query = '', by = operator) => (await by.get(`/customers?${query}`)).body
const keys = ({ customers }: { customers: { ownerId: number; key: string }[] }) =>
  customers.map(({ ownerId, key }) => [ownerId, key])

const ANA = 'ana@example.mx'

it('lists each customer once, however the name is spelled, with credentials and orders', async () => {
  const { customers, nextCursor } = await list()
  expect(keys({ customers })).toEqual([
    [own, ANA],
    [other, ANA],
    [own, 'beto@example.mx'],
    [own, 'zoé sin correo'],
  ])
  expect(nextCursor).toBeNull()
  expect(customers[0]).toMatchObject({ name: 'Ana Ruiz Ordóñez', email: ANA, credentials: 2, active: 2, orders: 1 })
  const inDays = (new Date(customers[0].nextEnd).getTime() - site.services.clock().getTime()) / (DAY_S * 1000)
  expect(Math.round(inDays)).toBe(3)
  expect(customers[2]).toMatchObject({ name: 'Beto Ordóñez', credentials: 0, orders: 1, nextEnd: null })
  expect(customers[3]).toMatchObject({ name: 'Zoé sin correo', email: null, credentials: 1, orders: 0 })
})

it('lists each customer once across pages', async () => {
  const found: unknown[] = []
  let cursor = ''
  do {
    const page = await list(`limit=1${cursor && `&cursor=${cursor}`}`)
    found.push(...keys(page))
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(found).toEqual(keys(await list()))
  expectProblem(await operator.get('/customers?cursor=bm90'), 400, 'invalid_request')
})

it('finds customers by the prefix of any word, ignoring accents, also by an order', async () => {
  expect(keys(await list('q=ordonez'))).toEqual([
    [own, ANA],
    [own, 'beto@example.mx'],
  ])
  expect(keys(await list('q=ruiz%20ana'))).toEqual([[own, ANA]])
  expect(keys(await list('q=zoe'))).toEqual([[own, 'zoé sin correo']])
  expect(keys(await list(`q=ana&ownerId=${other}`))).toEqual([[other, ANA]])
  expect(keys(await list('q=beto%40example.mx'))).toEqual([[own, 'beto@example.mx']])
  expect(keys(await list('q=ana%40exa'))).toEqual([
    [own, ANA],
    [other, ANA],
  ])
  expect(keys(await list('q=nobody'))).toEqual([])
  expect(keys(await list('q=%21%21'))).toEqual([])
})

it('shows a reseller only its own customers', async () => {
  expect(keys(await list('', reseller)).every(([owner]) => owner === own)).toBe(true)
  expect(keys(await list('q=elsewhere', reseller))).toEqual([])
  expectProblem(await reseller.get(`/customers/${other}/${ANA}`), 404, 'customer_not_found')
  expect((await reseller.get(`/customers/${own}/${ANA}`)).status).toBe(200)
})

it('shows the credentials, orders, sessions and mails of one customer', async () => {
  const made = await issue({ customerName: 'Carla', customerEmail: 'Carla@example.mx' })
  await site.db.pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
     values ('rover-of-carla', 'node', $1, $2, 'RED', now(), '198.51.100.4', 'NTRIP rover')`,
    [made.id, made.username],
  )
  await site.db.pool.query(
    `insert into mails (owner_id, kind, key, recipient, data, due_at, created_at)
     values ($1, 'credential-data', 'mail-of-carla', 'carla@EXAMPLE.mx', '{}', now(), now())`,
    [own],
  )
  const { body } = await operator.get(`/customers/${own}/CARLA@example.mx`)
  expect(body).toMatchObject({
    customer: { name: 'Carla', key: 'carla@example.mx', connected: 1, credentials: 1 },
    sessions: [{ username: made.username, credentialId: made.id }],
    mails: [{ kind: 'credential-data', to: 'carla@EXAMPLE.mx' }],
    orders: [],
  })
  // Only the operator may know where streams come from.
  const why = { code: 'unknown_host', params: { host: 'caster.partner.example' } }
  const notes = [{ at: '2026-11-15T12:00:00.000Z', code: 'vrs_away', params: { why } }]
  await site.db.pool.query(`update sessions set notes = $1 where id = 'rover-of-carla'`, [JSON.stringify(notes)])
  const notesFor = async (by: Browser) => (await by.get(`/customers/${own}/carla@example.mx`)).body.sessions[0].notes
  expect(await notesFor(operator)).toEqual(notes)
  expect(await notesFor(reseller)).toEqual([{ ...notes[0], params: {} }])
  const listed = await operator.get(`/credentials?ownerId=${own}&customer=carla%40example.mx`)
  expect(listed.body.credentials).toMatchObject([{ id: made.id }])
  expect((await operator.get(`/customers/${own}/${encodeURIComponent('Zoé sin correo')}`)).body.mails).toEqual([])
  expectProblem(await operator.get(`/customers/${own}/nadie`), 404, 'customer_not_found')
})
