// Orders by API that renew a credential: the payment extends it, with the same user and password.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payOrder } from '../../src/actions/orders/pay.ts'
import { changeProduct, createProduct } from '../../src/actions/orders/products.ts'
import { takePaymentNotice } from '../../src/actions/orders/take-payment-notice.ts'
import { setQuotas } from '../../src/actions/people/quotas.ts'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { archiveStation } from '../../src/actions/stations/archive.ts'
import type { CustomerMail } from '../../src/domain/delivery/delivery.ts'
import { byTest } from '../support/action-context.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const DAY_S = 86_400
const MAIL: CustomerMail = { language: 'es', noticesMs: [0] }

let service: TestService
let client: Client
let ownerId: number
let products: Record<'month' | 'year' | 'fenced' | 'network' | 'toluca', number>
beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  const { secret, token } = await service.token(undefined, 'Operator')
  client = service.as(secret)
  ownerId = token.ownerId
  const { book } = await service.services.current()
  const product = async (
    name: string,
    days: number,
    amountMinor: number,
    more: object = { stationId: station('cdmx') },
  ) => {
    const serves = 'stationId' in more ? 'station' : 'network'
    const wish = { ownerId, name, validitySeconds: days * DAY_S, serves, stationId: null, amountMinor, currency: 'MXN' }
    const context = byTest({ db: service.db, book })
    return (await createProduct(context, 'all', { ...wish, active: true, inShop: false, ...more } as never)).id
  }
  const station = (code: string) => book.byCode.get(code)!.id
  const fence = { shape: 'circle', lat: 19.4, lng: -99.1, radiusKm: 20 }
  products = {
    month: await product('30 días', 30, 125_000),
    year: await product('1 año', 365, 990_000),
    fenced: await product('30 días, zona', 30, 50_000, { stationId: station('cdmx'), fence }),
    network: await product('30 días, red', 30, 200_000, {}),
    toluca: await product('30 días, Toluca', 30, 110_000, { stationId: station('tolu') }),
  }
})
afterAll(() => service.stop())

const CUSTOMER = { cliente_nombre: 'María Peña', cliente_email: 'maria@example.mx' }
const issue = async (body: object = {}) =>
  (
    await client.post('/credentials', {
      segundos: 5 * DAY_S,
      station_codigo: 'CDMX',
      label: 'Obra',
      ...CUSTOMER,
      ...body,
    })
  ).body.credential
const order = (body: object, by = client) => by.post('/orders', body)
const made = async (body: object) => {
  const answer = await order(body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.order
}
const read = async (id: number) => (await client.get(`/credentials/${id}`)).body.credential
const context = async () => {
  const { keys, current } = service.services
  return byTest({ db: service.db, keys, book: (await current()).book, customerMail: MAIL })
}
const HAND = { way: 'hand', reference: null, note: null } as const
const pay = async (id: number) => payOrder(await context(), 'all', id, HAND)
const eventsOf = async (id: number) => {
  const select = 'select type, body from events where credential_id = $1 order by created_at, id'
  const { rows } = await service.db.pool.query(select, [id])
  return rows.map(({ type, body }) => ({ type, data: JSON.parse(body).data }))
}
const daysAfter = (time: string, days: number) => new Date(Date.parse(time) + days * DAY_S * 1000).toISOString()

describe('POST /orders with credential_id', () => {
  it('takes the price of the product and the customer of the credential, and renews it when paid', async () => {
    const credential = await issue()
    const pending = await made({ credential_id: credential.id, segundos: 30 * DAY_S })
    expect(pending).toMatchObject({
      estado: 'pendiente',
      renovacion: true,
      credential_id: credential.id,
      producto_id: products.month,
      importe: 125_000,
      station_codigo: 'CDMX',
      label: 'Obra',
      ...CUSTOMER,
    })
    expect((await read(credential.id)).expira_at).toBe(credential.expira_at)
    await pay(pending.id)
    expect(await read(credential.id)).toMatchObject({
      usuario: credential.usuario,
      password: credential.password,
      expira_at: daysAfter(credential.expira_at, 30),
    })
    const paid = (await client.get(`/orders/${pending.id}`)).body.order
    expect(paid).toMatchObject({ estado: 'pagada', renovacion: true, credential_id: credential.id })
    const events = await eventsOf(credential.id)
    expect(events.map(({ type }) => type).sort()).toEqual(['credential.issued', 'credential.renewed', 'order.paid'])
    const told = events.find(({ type }) => type === 'order.paid')!.data
    expect(told).toMatchObject({
      order: { renovacion: true },
      credential: { expira_at: daysAfter(credential.expira_at, 30) },
    })
    const { rows } = await service.db.pool.query(
      `select action, details from audit_log where subject_id = $1 and action = 'credential.renewed'`,
      [credential.id],
    )
    expect(rows).toMatchObject([{ details: { order: pending.id, username: credential.usuario } }])
    const mails = await service.db.pool.query('select kind, recipient from mails where credential_id = $1', [
      credential.id,
    ])
    expect(mails.rows).toEqual([{ kind: 'credential-renewed', recipient: CUSTOMER.cliente_email }])
  })

  it('paid several times at once renews once; two orders add both periods', async () => {
    const credential = await issue()
    const [first, second] = [
      await made({ credential_id: credential.id, producto_id: products.month }),
      await made({ credential_id: credential.id, producto_id: products.month }),
    ]
    await Promise.all([pay(first.id), pay(first.id), pay(second.id), pay(first.id), pay(second.id)])
    expect((await read(credential.id)).expira_at).toBe(daysAfter(credential.expira_at, 60))
    const paid = (await eventsOf(credential.id)).filter(({ type }) => type === 'order.paid')
    expect(paid.map(({ data }) => data.order.id).sort()).toEqual([first.id, second.id].sort())
  })

  it('runs once per Idempotency-Key', async () => {
    const credential = await issue()
    const body = { credential_id: credential.id, producto_id: products.month }
    const key = { 'idempotency-key': `renewal-${credential.id}` }
    const [first, again] = [await client.post('/orders', body, key), await client.post('/orders', body, key)]
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
  })

  it('revives an expired credential from the payment on, whatever the quota; a suspended one stays suspended', async () => {
    const [expired, suspended] = [await issue(), await issue()]
    const pending = await made({ credential_id: expired.id, segundos: 30 * DAY_S })
    await client.post(`/credentials/${suspended.id}/suspender`, '')
    const paused = await made({ credential_id: suspended.id, segundos: 30 * DAY_S })
    const now = new Date(daysAfter(expired.expira_at, 10))
    service.at(now)
    await setQuotas(byTest({ db: service.db }), ownerId, { inForce: 0 })
    const { keys, current } = service.services
    const later = { ...byTest({ db: service.db, keys, book: (await current()).book, customerMail: null }), now }
    await payOrder(later, 'all', pending.id, HAND)
    await payOrder(later, 'all', paused.id, HAND)
    await setQuotas(byTest({ db: service.db }), ownerId, { inForce: null })
    expect(await read(expired.id)).toMatchObject({ vigente: true, expira_at: daysAfter(now.toISOString(), 30) })
    expect(await read(suspended.id)).toMatchObject({ vigente: false, suspendida: true, estado: 'activa' })
    expect((await eventsOf(expired.id)).map(({ type }) => type)).toContain('credential.expired')
    service.at(new Date())
  })

  it('rejects a revoked or foreign credential, and one that would end too far ahead', async () => {
    const credential = await issue({ segundos: 60 * DAY_S })
    const body = { credential_id: credential.id, producto_id: products.year }
    expect(expectInvalid(await order(body), '/segundos').errors[0].code).toBe('end_too_far')
    const reseller = await service.client(undefined, 'Reseller')
    expectProblem(await order(body, reseller), 404, 'credential_not_found')
    const month = await issue({ segundos: 30 * DAY_S })
    await made({ credential_id: month.id, producto_id: products.year })
    await client.delete(`/credentials/${month.id}`)
    expectProblem(await order({ ...body, credential_id: month.id }), 409, 'credential_revoked')
  })

  it('needs a product on sale with the same access and geofence', async () => {
    const { id } = await issue()
    const foreign = { credential_id: id, producto_id: products.toluca }
    expect(expectInvalid(await order(foreign), '/credential_id').errors[0].code).toBe('not_in_product')
    expectInvalid(await order({ credential_id: id, producto_id: products.fenced }), '/credential_id')
    expectInvalid(await order({ credential_id: id, producto_id: products.month, segundos: 7 * DAY_S }), '/segundos')
    expectInvalid(await order({ credential_id: id, producto_id: 999_999 }), '/producto_id')
    expectInvalid(await order({ credential_id: id }), '/segundos')
    expectProblem(await order({ credential_id: id, segundos: 8 * DAY_S }), 409, 'no_product_offers_it')
    const { book } = await service.services.current()
    const withdraw = (active: boolean) =>
      changeProduct(byTest({ db: service.db, book }), 'all', products.month, { active })
    const pending = await made({ credential_id: id, producto_id: products.month })
    await withdraw(false)
    expectInvalid(await order({ credential_id: id, producto_id: products.month }), '/producto_id')
    // The pending order keeps its product and price.
    expect((await pay(pending.id)).order.state).toBe('paid')
    await withdraw(true)
  })

  it('keeps what the credential has, and asks for a customer that nothing names', async () => {
    const { id } = await issue({ cliente_nombre: undefined, cliente_email: undefined })
    const body = { credential_id: id, producto_id: products.month }
    for (const [field, value] of Object.entries({ station_codigo: 'CDMX', inicia_at: '2027-01-01', label: 'x' }))
      expect(expectInvalid(await order({ ...body, [field]: value }), `/${field}`).errors[0].code).toBe('not_in_renewal')
    expectInvalid(await order(body), '/cliente_nombre', '/cliente_email')
    expect(await made({ ...body, ...CUSTOMER })).toMatchObject(CUSTOMER)
  })

  it('a test token renews test credentials only, and the order cannot be paid', async () => {
    const wish = { name: 'tests', scopes: ['read', 'provision'] as const, isTest: true, expiresAt: null }
    const { secret } = await createTokenOf(byTest({ db: service.db }), 'Operator', {
      ...wish,
      scopes: [...wish.scopes],
    })
    const test = service.as(secret)
    const own = (await test.post('/credentials', { segundos: 3600, station_codigo: 'CDMX', ...CUSTOMER })).body
      .credential
    const tried = await order({ credential_id: own.id, producto_id: products.month }, test)
    expect(tried.body.order).toMatchObject({ prueba: true, renovacion: true })
    await expect(pay(tried.body.order.id)).rejects.toThrow('order_is_test')
    expectProblem(await order({ credential_id: (await issue()).id, segundos: 3600 }, test), 404, 'credential_not_found')
  })
})

describe('a payment for a credential that cannot be renewed', () => {
  const noticeFor = async (pending: { pago_url: string; importe: number }) =>
    takePaymentNotice(await context(), {
      provider: 'stripe',
      id: `evt_${pending.importe}_${pending.pago_url.slice(-6)}`,
      type: 'checkout.session.completed',
      orderKey: pending.pago_url.split('/').at(-1)!,
      reference: 'pi_1',
      amountMinor: pending.importe,
      currency: 'mxn',
      settled: true,
    })

  it('changes nothing and marks the order: revoked, or its station archived', async () => {
    const revoked = await issue()
    const first = await made({ credential_id: revoked.id, producto_id: products.month })
    await client.delete(`/credentials/${revoked.id}`)
    await expect(pay(first.id)).rejects.toThrow('credential_revoked')
    expect(await noticeFor(first)).toBe('credential_revoked')
    expect((await client.get(`/orders/${first.id}`)).body.order.estado).toBe('pendiente')

    const stranded = await issue({ station_codigo: 'TOLU' })
    const second = await made({ credential_id: stranded.id, producto_id: products.toluca })
    await archiveStation(await context(), { code: 'TOLU' })
    expect(await noticeFor(second)).toBe('station_archived')
    expect((await read(stranded.id)).expira_at).toBe(stranded.expira_at)
    expectProblem(await order({ credential_id: stranded.id, segundos: 30 * DAY_S }), 409, 'no_product_offers_it')
    const { rows } = await service.db.pool.query('select payment_problem from orders where id = any ($1) order by id', [
      [first.id, second.id],
    ])
    expect(rows.map(({ payment_problem }) => payment_problem)).toEqual(['credential_revoked', 'station_archived'])
  })
})
