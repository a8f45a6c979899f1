// Orders by API: created at a product's price, read and cancelled. Payment is tested elsewhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCheckout } from '../../src/actions/orders/open-checkout.ts'
import { payOrder } from '../../src/actions/orders/pay.ts'
import { changeProduct, createProduct } from '../../src/actions/orders/products.ts'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { tidyUp } from '../../src/start/jobs/tidy-up.ts'
import { listOrders } from '../../src/store/orders/pages.ts'
import { byTest } from '../support/action-context.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { BASE_URL, type Client, STATIONS, TestService } from '../support/service.ts'

const DAY_S = 86_400
const CUSTOMER = { cliente_nombre: 'María Peña', cliente_email: 'maria@example.mx' }
const closed: string[] = []
const provider = {
  name: 'stripe',
  open: async () => ({ id: 'cs_1', url: 'https://pay.example/cs_1', expiresAt: new Date(Date.now() + 86_400_000) }),
  close: async (id: string) => void closed.push(id),
} as const

let service: TestService
let client: Client
let test: Client
let ownerId: number
let products: Record<'station' | 'network' | 'place', number>
beforeAll(async () => {
  service = await TestService.start({ paymentProvider: provider })
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  const { secret, token } = await service.token(undefined, 'Operator')
  client = service.as(secret)
  ownerId = token.ownerId
  const { token: _, ...made } = await createTokenOf(byTest({ db: service.db }), 'Operator', {
    name: 'tests',
    scopes: ['read', 'provision', 'revoke'],
    isTest: true,
    expiresAt: null,
  })
  test = service.as(made.secret)
  const { book } = await service.services.current()
  const product = async (name: string, serves: 'station' | 'network' | 'place', days: number, amountMinor: number) => {
    const stationId = serves === 'station' ? book.byCode.get('cdmx')!.id : null
    const wish = { ownerId, name, validitySeconds: days * DAY_S, serves, stationId, amountMinor, currency: 'MXN' }
    const context = byTest({ db: service.db, book })
    return (await createProduct(context, 'all', { ...wish, active: true, inShop: false } as never)).id
  }
  products = {
    station: await product('30 días, CDMX', 'station', 30, 125_000),
    network: await product('7 días, red', 'network', 7, 60_000),
    place: await product('30 días, donde sea', 'place', 30, 150_000),
  }
})
afterAll(() => service.stop())

const order = (body: object, by = client) => by.post('/orders', { ...CUSTOMER, ...body })
const made = async (body: object, by = client) => (await order(body, by)).body.order
const pay = async (id: number) => {
  const { keys, current } = service.services
  const context = byTest({ db: service.db, keys, book: (await current()).book, customerMail: null })
  return payOrder(context, 'all', id, { way: 'hand', reference: null, note: null })
}

describe('POST /orders', () => {
  it('with a product: returns a pending order at its price, with the payment page', async () => {
    service.at('2026-11-16T18:20:00.000Z')
    const answer = await order({ producto_id: products.station, label: 'Obra norte' })
    expect(answer.status).toBe(201)
    expect(answer.body.order).toEqual({
      id: expect.any(Number),
      estado: 'pendiente',
      producto_id: products.station,
      producto: '30 días, CDMX',
      tipo: 'base',
      station_id: expect.any(Number),
      station_codigo: 'CDMX',
      grupo: null,
      segundos: 30 * DAY_S,
      inicia_at: null,
      importe: 125_000,
      moneda: 'MXN',
      ...CUSTOMER,
      label: 'Obra norte',
      creada_at: '2026-11-16T18:20:00.000Z',
      pagada_at: null,
      cancelada_at: null,
      pago: null,
      pago_referencia: null,
      credential_id: null,
      renovacion: false,
      pago_url: expect.stringMatching(`^${BASE_URL}/orders/[0-9A-Za-z]{24}$`),
      prueba: false,
    })
    expect(answer.headers.location).toBe(`${BASE_URL}/api/v1/orders/${answer.body.order.id}`)
  })

  it('without one: uses the price of the best matching product on sale', async () => {
    expect(await made({ segundos: 30 * DAY_S, station_codigo: 'CDMX' })).toMatchObject({ importe: 125_000 })
    expect(await made({ segundos: 30 * DAY_S, station_codigo: 'TOLU' })).toMatchObject({
      producto_id: products.place,
      importe: 150_000,
      station_codigo: 'TOLU',
    })
    expect(await made({ segundos: 7 * DAY_S })).toMatchObject({ producto_id: products.network, tipo: 'red' })
    expectProblem(await order({ segundos: 8 * DAY_S }), 409, 'no_product_offers_it')
    expectProblem(await order({ segundos: 7 * DAY_S, station_codigo: 'CDMX' }), 409, 'no_product_offers_it')
  })

  it('rejects what the product does not offer, and never accepts a price', async () => {
    expectInvalid(await order({}), '/segundos')
    expectInvalid(await order({ producto_id: 999 }), '/producto_id')
    expectInvalid(await order({ producto_id: products.network, segundos: 3600 }), '/segundos')
    expectInvalid(await order({ producto_id: products.network, station_codigo: 'CDMX' }), '/station_id')
    expectInvalid(await order({ producto_id: products.place, station_codigo: 'NONE' }), '/station_codigo')
    expectInvalid(await order({ producto_id: products.place, inicia_at: '2020-01-01' }), '/inicia_at')
    expectInvalid(await order({ producto_id: products.place, importe: 1 }), '/importe')
    const blank = expectInvalid(await order({ producto_id: products.place, cliente_nombre: ' ' }), '/cliente_nombre')
    expect(blank.errors[0].code).toBe('empty')

    expectInvalid(
      await client.post('/orders', { producto_id: products.place, cliente_nombre: 'Ana' }),
      '/cliente_email',
    )
    const { book } = await service.services.current()
    const withdrawn = (active: boolean) =>
      changeProduct(byTest({ db: service.db, book }), 'all', products.network, { active })
    await withdrawn(false)
    expectInvalid(await order({ producto_id: products.network }), '/producto_id')
    await withdrawn(true)
    const reseller = await service.client(undefined, 'Reseller')
    expectInvalid(await order({ producto_id: products.network }, reseller), '/producto_id')
  })

  it('runs once per Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'cart-9' }
    const body = { ...CUSTOMER, producto_id: products.place }
    const first = await client.post('/orders', body, key)
    const again = await client.post('/orders', body, key)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
  })

  it('requires its scopes', async () => {
    const reader = await service.client(['read'])
    expectProblem(await order({ producto_id: products.place }, reader), 403, 'insufficient_scope')
    const issuer = await service.client(['provision'])
    expectProblem(await issuer.get('/orders'), 403, 'insufficient_scope')
    const { id } = await made({ producto_id: products.place }, issuer)
    expectProblem(await reader.post(`/orders/${id}/cancelar`, ''), 403, 'insufficient_scope')
  })
})

describe('an order', () => {
  it('becomes a credential with its label when paid', async () => {
    const { id } = await made({ producto_id: products.station, label: 'Obra sur' })
    await pay(id)
    const { body } = await client.get(`/orders/${id}`)
    expect(body.order).toMatchObject({
      estado: 'pagada',
      pago: 'manual',
      pagada_at: expect.stringMatching(/Z$/),
      credential_id: expect.any(Number),
    })
    const { credential } = (await client.get(`/credentials/${body.order.credential_id}`)).body
    expect(credential).toMatchObject({ label: 'Obra sur', cliente_email: CUSTOMER.cliente_email, prueba: false })
    expectProblem(await client.post(`/orders/${id}/cancelar`, ''), 409, 'order_paid')
  })

  it('is cancelled idempotently, and the provider closes its page', async () => {
    const { id, pago_url } = await made({ producto_id: products.place })
    const context = { db: service.db, now: new Date(), baseUrl: BASE_URL, provider }
    await openCheckout(context, pago_url.split('/').at(-1))
    const { status, body } = await client.post(`/orders/${id}/cancelar`, '')
    expect([status, body.order.estado, closed]).toEqual([200, 'cancelada', ['cs_1']])
    expect((await client.post(`/orders/${id}/cancelar`, {})).body).toEqual(body)
    await expect(pay(id)).rejects.toThrow('order_cancelled')
  })

  it('is visible to its owner only', async () => {
    const { id } = await made({ producto_id: products.place })
    for (const other of [await service.client(undefined, 'Reseller'), test]) {
      expectProblem(await other.get(`/orders/${id}`), 404, 'order_not_found')
      expectProblem(await other.post(`/orders/${id}/cancelar`, ''), 404, 'order_not_found')
    }
    expectInvalid(await client.get('/orders/none'), '/id')
  })

  it('is listed newest first, by state, in pages', async () => {
    const [first, second] = [await made({ producto_id: products.place }), await made({ producto_id: products.place })]
    const page = await client.get('/orders?estado=pendiente&limit=1')
    expect(page.body.orders).toEqual([second])
    const next = await client.get(`/orders?estado=pendiente&limit=1&cursor=${page.body.next_cursor}`)
    expect(next.body.orders).toEqual([first])
    expect(page.headers.link).toContain('rel="next"')
    for (const estado of ['pendiente', 'pagada', 'cancelada']) {
      const { orders } = (await client.get(`/orders?estado=${estado}`)).body
      expect(new Set(orders.map((one: { estado: string }) => one.estado))).toEqual(new Set([estado]))
    }
    expectInvalid(await client.get('/orders?estado=paid'), '/estado')
  })
})

describe('an order of a test token', () => {
  it('is marked, uses the organisation’s products, cannot be paid, and is hidden from real lists', async () => {
    const tried = await made({ producto_id: products.station }, test)
    expect(tried).toMatchObject({ prueba: true, importe: 125_000, estado: 'pendiente' })
    expect((await test.get('/orders')).body.orders).toEqual([tried])
    await expect(pay(tried.id)).rejects.toThrow('order_is_test')
    const context = { db: service.db, now: new Date(), baseUrl: BASE_URL, provider }
    await expect(openCheckout(context, tried.pago_url.split('/').at(-1))).rejects.toThrow('order_is_test')
    const everybodys = await listOrders(service.db, 'all', {}, { limit: 1_000 })
    expect(everybodys.map(({ id }) => id)).not.toContain(tried.id)
    expect(everybodys.length).toBeGreaterThan(5)
    expect((await test.post(`/orders/${tried.id}/cancelar`, '')).body.order.estado).toBe('cancelada')
    await tidyUp(service.db, new Date(Date.now() + 31 * DAY_S * 1000))
    expect((await test.get('/orders')).body.orders).toEqual([])
    expect((await client.get('/orders')).body.orders).toHaveLength(everybodys.length)
  })
})
