import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openShop } from '../../../src/start/roles/customers/shop.ts'
import { liveConfig } from '../../support/live-config.ts'
import { expectProblem } from '../../support/problems.ts'
import { until } from '../../support/process.ts'
import { forgetMeasurement, measure } from '../../support/rows.ts'
import { OrderSite } from './support.ts'

const CENTRE = { lat: 19.43, lng: -99.13 }
const NOWHERE = { lat: 25, lng: -110 }

let orders: OrderSite
let productId: number
beforeAll(async () => {
  orders = await OrderSite.start()
  productId = await offer({ name: '30 días', serves: 'place' })
})
afterAll(() => orders.stop())
// Coverage without a live station is not sold.
beforeEach(hearAll)
async function hearAll(): Promise<void> {
  const { service } = orders.site
  for (const code of ['CDMX', 'TOLU']) await measure(service, code, { measuredAt: service.services.clock() })
}

async function offer(more: object): Promise<number> {
  const wish = {
    ownerId: orders.ownerId,
    validitySeconds: 2_592_000,
    amountMinor: 99_900,
    currency: 'MXN',
    inShop: true,
  }
  const { body } = await orders.operator.post('/products', { ...wish, ...more })
  return body.product.id
}

let addresses = 0
let customers = 0
/** Buys as a customer with a new client address. */
const buy = (more: object = {}, address = `198.51.101.${++addresses}`, node = orders) =>
  node.buy(
    '/public/shop/orders',
    {
      productId,
      ...CENTRE,
      customerName: 'Luis Gómez',
      customerEmail: `luis${++customers}@example.mx`,
      language: 'es',
      ...more,
    },
    address,
  )

const expectation = async (id: number, { lat, lng }: typeof CENTRE) =>
  (await orders.visit(`/public/shop/expectation?productId=${id}&lat=${lat}&lng=${lng}`)).body.expectation

describe('the shop', () => {
  it('shows only active products that are offered there', async () => {
    await offer({ name: 'Secreto', serves: 'network', inShop: false })
    const gone = await offer({ name: 'Retirado', serves: 'network' })
    await orders.operator.patch(`/products/${gone}`, { active: false })
    const { body, text } = await orders.visit('/public/shop')
    expect(body.products).toEqual([
      {
        id: productId,
        name: '30 días',
        validitySeconds: 2_592_000,
        serves: 'place',
        station: null,
        group: null,
        fence: null,
        amountMinor: 99_900,
        currency: 'MXN',
      },
    ])
    expect(body.ways).toEqual({ card: true, bank: true })
    for (const hidden of ['Secreto', 'Retirado', 'owner']) expect(text).not.toContain(hidden)
    expectProblem(await buy({ productId: gone }), 404, 'product_not_found')
    expectProblem(await buy({ productId: 999_999 }), 404, 'product_not_found')
    expect((await orders.visit('/public/about')).body.shop).toBe(true)
  })

  it('hides hidden mountpoints of an upstream caster, and so does the status page', async () => {
    const { service } = orders.site
    const place = { lat: 10, lng: -120 }
    await service.saveStations({ code: 'SHOWN', name: 'Shown', ...place }, { code: 'HIDDEN', name: 'Hidden', ...place })
    await service.db.pool.query(
      `with caster as (insert into upstreams (name, url) values ('OLD', 'ntrip://old.mx:2101') returning id),
         asked as (insert into upstream_tables (upstream_id) select id from caster)
       update stations set upstream_id = caster.id, upstream_mountpoint = code, upstream_listed = true,
         upstream_told = '{"needsGga": false}', upstream_settings = jsonb_build_object('isHidden', code = 'HIDDEN')
       from caster where code in ('SHOWN', 'HIDDEN')`,
    )
    for (const page of ['/public/shop', '/public/status']) {
      const { body } = await orders.visit(page)
      const codes = body.stations.map(({ code }: { code: string }) => code)
      expect([codes.includes('SHOWN'), codes.includes('HIDDEN')], page).toEqual([true, false])
    }
    await service.db.pool.query("update stations set archived_at = now() where code in ('SHOWN', 'HIDDEN')")
  })

  it('shows the area to which a product is limited', async () => {
    const area = { shape: 'circle', lat: CENTRE.lat, lng: CENTRE.lng, radiusKm: 25 }
    const id = await offer({ name: 'Valle', serves: 'network', fence: { ...area, onBase: 'tell' } })
    const { body } = await orders.visit('/public/shop')
    expect(body.products.find((product: { id: number }) => product.id === id).fence).toEqual(area)
    await orders.operator.patch(`/products/${id}`, { active: false })
  })

  it('returns the expected quality at a place, with the selection of GET /vrs', async () => {
    expect(await expectation(productId, CENTRE)).toMatchObject({
      covered: true,
      station: { code: 'CDMX' },
      errorMm: { horizontal: 8, vertical: 15 },
    })
    expect(await expectation(productId, NOWHERE)).toMatchObject({ covered: false, errorMm: null })
    const stationId = await orders.stationId('TOLU')
    const ofToluca = await offer({ name: 'Toluca', serves: 'station', stationId })
    expect(await expectation(ofToluca, CENTRE)).toMatchObject({ covered: false, station: { code: 'TOLU' } })
    expect(await expectation(ofToluca, { lat: 19.3, lng: -99.6 })).toMatchObject({ covered: true })
    for (const bad of ['lat=91&lng=0', 'lat=NaN&lng=0', 'lng=0', 'lat=Infinity&lng=0'])
      expect((await orders.visit(`/public/shop/expectation?productId=${productId}&${bad}`)).status).toBe(400)
  })

  it('does not sell a place served only by stations without data, unless the operator allows it', async () => {
    const { service } = orders.site
    const ofBoth = (more: object) => service.saveStations({ code: 'CDMX', ...more }, { code: 'TOLU', ...more })
    for (const code of ['CDMX', 'TOLU']) await forgetMeasurement(service, code)
    expect(await expectation(productId, CENTRE)).toMatchObject({
      covered: false,
      notSold: 'unmeasured',
      station: { code: 'CDMX' },
    })
    expectProblem(await buy(), 409, 'no_coverage')
    const { stations } = (await orders.visit('/public/shop')).body
    expect(stations).toMatchObject([
      { code: 'CDMX', measured: false },
      { code: 'TOLU', measured: false },
    ])
    await ofBoth({ sellsUnmeasured: true })
    expect(await expectation(productId, CENTRE)).toMatchObject({ covered: true, measured: false, errorMm: null })
    expect((await buy()).status).toBe(201)
    await ofBoth({ sellsUnmeasured: false })
    const measuredAt = new Date(service.services.clock().getTime() - 120_000)
    await measure(service, 'CDMX', { measuredAt })
    expect(await expectation(productId, CENTRE)).toMatchObject({ covered: false, notSold: 'silent' })
    expectProblem(await buy(), 409, 'no_coverage')
    expect(await expectation(productId, NOWHERE)).toMatchObject({ covered: false, notSold: null })
  })

  it('accepts a pending order for the station of the place, with the payment methods; rejects one without coverage', async () => {
    const { status, body } = await buy({ customerName: '  Luis <script>  ' })
    expect(status).toBe(201)
    expect(body.key).toMatch(/^[0-9A-Za-z]{24}$/)
    expect(body.order).toMatchObject({
      state: 'pending',
      productName: '30 días',
      station: { code: 'CDMX' },
      email: 'l•••@example.mx',
      ways: { card: true },
    })
    const [seen] = (await orders.operator.get(`/orders?q=${body.order.number}`)).body.orders
    expect(seen).toMatchObject({ fromShop: true, customerName: 'Luis <script>', amountMinor: 99_900 })
    expectProblem(await buy(NOWHERE), 409, 'no_coverage')
    // The client address is stored with the order, which can be erased on request. The sealed audit log cannot.
    const told = `select count(*)::int as entries, count(address)::int as addresses from audit_log where actor = 'shop'`
    expect((await orders.db.pool.query(told)).rows).toEqual([{ entries: expect.any(Number), addresses: 0 }])
  })

  it("stores the customer's place with the order and its credential, unless the product is for one station", async () => {
    const [whole, toluca] = await Promise.all([
      offer({ name: 'Red', serves: 'network' }),
      offer({ name: 'Toluca', serves: 'station', stationId: await orders.stationId('TOLU') }),
    ])
    const placeOf = async (bought: number, place: typeof CENTRE) => {
      const { order } = (await buy({ productId: bought, ...place })).body
      await orders.operator.post(`/orders/${order.number}/pay`, {})
      const select = `select c.place_lat as lat, c.place_lng as lng from orders join credentials c on c.id = credential_id
        where orders.id = $1 and c.place_lat is not distinct from orders.place_lat`
      return (await orders.db.pool.query(select, [order.number])).rows[0]
    }
    expect(await placeOf(productId, CENTRE)).toEqual(CENTRE)
    expect(await placeOf(whole, CENTRE)).toEqual(CENTRE)
    expect(await placeOf(toluca, { lat: 19.3, lng: -99.6 })).toEqual({ lat: null, lng: null })
    for (const id of [whole, toluca]) await orders.operator.patch(`/products/${id}`, { active: false })
  })

  it('rejects invalid customer data', async () => {
    for (const more of [
      { customerEmail: 'nowhere' },
      { customerEmail: 'a@example.mx\nBcc: b@example.mx' },
      { customerName: '' },
      { customerName: ' \n ' },
      { customerName: 'x'.repeat(121) },
      { lat: 91 },
      { lat: '19' },
      { amountMinor: 1 },
      { language: 'fr' },
    ])
      expect((await buy(more)).status).toBe(400)
    expect((await orders.buy('/public/shop/orders', '{', '198.51.101.250')).status).toBe(400)
  })
})

describe('an order page', () => {
  it('shows only its own state, and only with its key', async () => {
    const { key, order } = (await buy({ customerEmail: 'secreta@example.mx' })).body
    const seen = await orders.visit(`/public/orders/${key}`)
    expect(seen.body.order).toEqual(order)
    expect(seen.headers['cache-control']).toBe('no-store')
    expect(seen.headers['x-robots-tag']).toBe('noindex')
    expect(seen.text).not.toContain('secreta')
    await orders.operator.post(`/orders/${order.number}/pay`, {})
    const paid = await orders.visit(`/public/orders/${key}`)
    expect(paid.body.order).toMatchObject({ state: 'paid', ways: null })
    expect(paid.text).not.toMatch(/\/c\/|password|username/)
    for (const other of [order.number, key.slice(0, -1), `${key}x`, key.toLowerCase(), '%00', 'x'.repeat(24)])
      expectProblem(await orders.visit(`/public/orders/${other}`), 404, 'order_not_found')
  })
})

describe('abuse protection', () => {
  it('limits open orders per e-mail and day, whatever the address; a paid order frees a place', async () => {
    const customerEmail = 'Mucho@example.mx'
    const made = []
    for (let count = 0; count < 5; count++) made.push((await buy({ customerEmail })).body.order.number)
    const refused = await buy({ customerEmail: 'mucho@EXAMPLE.mx' })
    expectProblem(refused, 429, 'too_many_orders')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await orders.operator.post(`/orders/${made[0]}/pay`, {})
    expect((await buy({ customerEmail })).status).toBe(201)
  })

  it('limits simultaneous orders exactly', async () => {
    const customerEmail = 'juntos@example.mx'
    const answers = await Promise.all(Array.from({ length: 12 }, () => buy({ customerEmail })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  })

  it('limits the orders of one address per minute and per day', async () => {
    const address = '192.0.2.77'
    const statuses: number[] = []
    for (let count = 0; count < 8; count++) statuses.push((await buy({}, address)).status)
    expect(statuses.slice(0, 6)).toEqual([201, 201, 201, 201, 201, 201])
    expect(statuses.slice(6)).toEqual([429, 429])
    await orders.db.pool.query('update orders set client = $1 where client is not null', [address])
    await orders.db.pool.query(
      `insert into orders (owner_id, customer_name, customer_email, language, validity_seconds, amount_minor, currency, created_at, key, client)
       select $1, 'x', 'x' || i || '@example.mx', 'es', 3600, 1, 'MXN', now(), 'k' || i, '192.0.2.78' from generate_series(1, 20) as i`,
      [orders.ownerId],
    )
    expectProblem(await buy({}, '192.0.2.78'), 429, 'too_many_orders')
    expect((await buy({}, '192.0.2.79')).status).toBe(201)
  })

  it('reveals nothing to guessed order keys, and limits their rate', async () => {
    const statuses = new Set<number>()
    for (let count = 0; count < 150; count++)
      statuses.add((await orders.visit(`/public/orders/${String(count).padStart(24, '0')}`, '192.0.2.90')).status)
    expect([...statuses]).toEqual([404, 429])
  })
})

describe('several nodes', () => {
  beforeEach(() => {
    orders.site.service.time = new Date() // a fixed time, so that the minute does not end
  })
  afterEach(() => {
    orders.site.service.time = null
  })

  it('share the limit of orders per address and minute exactly', async () => {
    const nodes = [orders, await orders.anotherNode()]
    const made = await Promise.all(
      Array.from({ length: 16 }, (_, number) => buy({}, '192.0.2.110', nodes[number % 2]!)),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(6)
    expect(made.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('share the limit of requests per address within a short time', async () => {
    const other = await orders.anotherNode()
    const ask = (node: OrderSite) => node.visit('/public/shop', '192.0.2.111')
    const statuses = await Promise.all(Array.from({ length: 120 }, () => ask(orders)))
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
    let asked = 0
    await until(async () => {
      asked += 1
      return (await ask(other)).status === 429
    })
    expect(asked).toBeLessThan(120)
  })
})

it('keeps the shop closed unless it is configured', async () => {
  const { db, current } = orders.site.service.services
  const { services, stop } = openShop({ db: db as never, clock: () => new Date() }, liveConfig({}), current, null)
  expect(services.open).toBe(false)
  stop()
})
