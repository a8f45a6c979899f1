import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveStation } from '../../../../src/actions/stations/archive.ts'
import { BANK, ONCE_PAID, OrderSite, UNTOUCHED } from '../../../scenarios/orders/support.ts'
import { byTest } from '../../../support/action-context.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { Browser } from '../support.ts'

let orders: OrderSite
beforeAll(async () => {
  orders = await OrderSite.start()
})
afterAll(() => orders.stop())

const trailOf = async (id: number) => (await orders.operator.get(`/orders/${id}`)).body.trail

describe('an order', () => {
  it('is created as pending, with its ways to pay and a history', async () => {
    const stationId = await orders.stationId('CDMX')
    expectInvalid(await orders.make({ stationId, startsAt: '2099-01-01' }), '/startsAt')
    const made = (await orders.make({ stationId })).body
    expect(made.order).toMatchObject({
      state: 'pending',
      customerName: 'María Peña',
      station: { code: 'CDMX' },
      amountMinor: 125_000,
      currency: 'MXN',
      credentialId: null,
      fromShop: false,
    })
    expect(made.ways).toMatchObject({ card: true, bankDetails: BANK })
    expect(made.ways.link).toMatch(/^https:\/\/rtk\.example\.mx\/orders\/[0-9A-Za-z]{24}$/)
    expect(await trailOf(made.order.id)).toMatchObject([
      { action: 'order.created', details: { amount: '1250.00 MXN', customer: 'María Peña', station: 'CDMX' } },
    ])
  })

  it('accepts whole amounts within limits, known currencies and stations in service', async () => {
    for (const amountMinor of [0, -1, 1.5, 100_000_000, '125000', 1e21])
      expectInvalid(await orders.make({ amountMinor }), '/amountMinor')
    expect((await orders.make({ amountMinor: 99_999_999 })).body.order.amountMinor).toBe(99_999_999)
    expectInvalid(await orders.make({ currency: 'XXX' }), '/currency')
    expectInvalid(await orders.make({ stationId: 999_999 }), '/stationId')
    expectInvalid(await orders.make({ validitySeconds: 60 }), '/validitySeconds')
    expectInvalid(await orders.make({ customerEmail: 'nowhere' }), '/customerEmail')
    expectProblem(await orders.make({ ownerId: 999_999 }), 404, 'owner_not_found')
    expectProblem(await orders.make({ productId: 999_999 }), 404, 'product_not_found')
  })

  it('is mailed to its customer while pending, once per minute', async () => {
    orders.site.service.at(new Date())
    const { operator } = orders
    const { id } = await orders.order()
    for (let count = 0; count < 3; count++) expect((await operator.post(`/orders/${id}/mail`, {})).status).toBe(202)
    const { rows } = await orders.db.pool.query(`select recipient, data from mails where kind = 'order-payment'`)
    expect(rows).toEqual([{ recipient: 'maria@example.mx', data: { orderId: id } }])
    await operator.post(`/orders/${id}/pay`, {})
    expectProblem(await operator.post(`/orders/${id}/mail`, {}), 409, 'order_paid')
  })

  it('is marked paid by hand: issues a credential, both events without password, mail and history', async () => {
    const stationId = await orders.stationId('CDMX')
    const { id } = await orders.order({ stationId })
    const { status, body } = await orders.operator.post(`/orders/${id}/pay`, { note: 'transferencia 4711' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      already: false,
      order: { state: 'paid', paidBy: 'hand', paymentNote: 'transferencia 4711' },
    })
    expect(await orders.countsOf(id)).toEqual(ONCE_PAID)
    const { credentialId } = body.order
    const events = (await orders.site.service.events()).filter((event) => event.credential_id === credentialId)
    expect(events.map(({ type }) => type).sort()).toEqual(['credential.issued', 'order.paid'])
    const { data } = JSON.parse(events.find(({ type }) => type === 'order.paid')!.body)
    expect(data.order).toMatchObject({
      id,
      estado: 'pagada',
      tipo: 'base',
      station_codigo: 'CDMX',
      segundos: 2_592_000,
      importe: 125_000,
      moneda: 'MXN',
      pago: 'manual',
      credential_id: credentialId,
    })
    expect(data.credential).toMatchObject({ id: credentialId, cliente_nombre: 'María Peña', vigente: true })
    const { password } = (await orders.operator.post(`/credentials/${credentialId}/reveal`)).body
    for (const event of events) expect(event.body).not.toContain(password)
    expect((await trailOf(id))[0]).toMatchObject({
      action: 'order.paid',
      details: { way: 'hand', note: 'transferencia 4711', credential: credentialId },
    })
    const again = await orders.operator.post(`/orders/${id}/pay`, {})
    expect(again.body).toMatchObject({ already: true, order: { credentialId } })
    expect(await orders.countsOf(id)).toEqual(ONCE_PAID)
  })

  it('is paid once by ten concurrent requests', async () => {
    const { id } = await orders.order()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => orders.operator.post(`/orders/${id}/pay`, { note: 'efectivo' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(answers.filter(({ body }) => !body.already)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.order.credentialId)).size).toBe(1)
    expect(await orders.countsOf(id)).toEqual(ONCE_PAID)
  })

  it('starts when paid if its start has passed, otherwise at its start', async () => {
    const hour = 3_600_000
    const startsAt = new Date(Date.now() + hour)
    const [soon, late] = [
      await orders.order({ startsAt: startsAt.toISOString() }),
      await orders.order({ startsAt: startsAt.toISOString() }),
    ]
    const startOf = async (id: number) => {
      const { order } = (await orders.operator.post(`/orders/${id}/pay`, {})).body
      return (await orders.operator.get(`/credentials/${order.credentialId}`)).body.credential.startsAt
    }
    expect(await startOf(soon.id)).toBe(startsAt.toISOString())
    const now = orders.site.service.at(new Date(startsAt.getTime() + hour))
    expect(await startOf(late.id)).toBe(now.toISOString())
  })

  it('stays pending and reports it if its station is archived', async () => {
    const { service } = orders.site
    await service.saveStations({
      code: 'GONE',
      name: 'Gone',
      federalState: 'México',
      lat: 19,
      lng: -99,
      mountpoint: 'GONE',
    })
    const stationId = await orders.stationId('GONE')
    const { id } = await orders.order({ stationId })
    await archiveStation(byTest({ db: orders.db }, new Date()), { code: 'GONE' })
    expectProblem(await orders.operator.post(`/orders/${id}/pay`, {}), 409, 'order_station_archived')
    expect(await orders.countsOf(id)).toEqual(UNTOUCHED)
  })

  it('can be cancelled while pending but not once paid, and cannot be paid once cancelled', async () => {
    const { id, key } = await orders.order()
    await orders.buy(`/public/orders/${key}/checkout`, undefined)
    const checkout = orders.stripe.sessions.at(-1)!
    expect((await orders.operator.post(`/orders/${id}/cancel`, {})).body.order.state).toBe('cancelled')
    expect((await orders.operator.post(`/orders/${id}/cancel`, {})).body.order.state).toBe('cancelled')
    expect(checkout.expired).toBe(true)
    expectProblem(await orders.operator.post(`/orders/${id}/pay`, {}), 409, 'order_cancelled')
    expectProblem(await orders.buy(`/public/orders/${key}/checkout`, undefined), 409, 'order_cancelled')
    expect(await orders.countsOf(id)).toEqual({ ...UNTOUCHED, state: 'cancelled' })
    expect((await trailOf(id)).map(({ action }: { action: string }) => action)).toEqual([
      'order.cancelled',
      'order.created',
    ])
    const paid = await orders.order()
    await orders.operator.post(`/orders/${paid.id}/pay`, {})
    expectProblem(await orders.operator.post(`/orders/${paid.id}/cancel`, {}), 409, 'order_paid')
  })

  it('gets a refund note; the credential stays in force', async () => {
    const { id } = await orders.order()
    const note = { note: 'Devuelto por SPEI el lunes' }
    expectInvalid(await orders.operator.post(`/orders/${id}/refund-note`, note), '/note')
    const { credentialId } = (await orders.operator.post(`/orders/${id}/pay`, {})).body.order
    const { order } = (await orders.operator.post(`/orders/${id}/refund-note`, note)).body
    expect(order).toMatchObject({ state: 'paid', refundNote: note.note })
    expect((await orders.operator.get(`/credentials/${credentialId}`)).body.credential.state).toBe('in_force')
    expect((await trailOf(id))[0]).toMatchObject({ action: 'order.refund_noted', details: note })
  })
})

describe('the order list', () => {
  const idsOf = (body: { orders: { id: number }[] }) => body.orders.map(({ id }) => id)

  it('is paged newest first, filtered by state and owner', async () => {
    const ownerId = await orders.site.owner('Lists')
    const made: number[] = []
    for (let count = 0; count < 5; count++) made.unshift((await orders.order({ ownerId })).id)
    await orders.operator.post(`/orders/${made[1]}/cancel`, {})
    const first = (await orders.operator.get(`/orders?ownerId=${ownerId}&limit=3`)).body
    const second = (await orders.operator.get(`/orders?ownerId=${ownerId}&limit=3&cursor=${first.nextCursor}`)).body
    expect([...idsOf(first), ...idsOf(second)]).toEqual(made)
    expect(second.nextCursor).toBeNull()
    const cancelled = await orders.operator.get(`/orders?ownerId=${ownerId}&state=cancelled`)
    expect(idsOf(cancelled.body)).toEqual([made[1]])
    expectInvalid(await orders.operator.get('/orders?cursor=nonsense'), '/cursor')
  })

  it('is searched by number or by words of the customer, ignoring case and accents', async () => {
    const ownerId = await orders.site.owner('Searches')
    const customers = ['Íñigo Peñaloza Ruiz', 'Inés Peñaloza', 'Pedro Peña Peñaloza']
    const ids: number[] = []
    for (const [index, customerName] of customers.entries())
      ids.push((await orders.order({ ownerId, customerName, customerEmail: `c${index}@ruiz.mx` })).id)
    const found = async (q: string, more = '') =>
      idsOf((await orders.operator.get(`/orders?ownerId=${ownerId}&q=${encodeURIComponent(q)}${more}`)).body).sort()
    expect(await found('penaloza')).toEqual(ids)
    expect(await found('PEÑALOZA íñi')).toEqual([ids[0]])
    expect(await found('pen')).toEqual(ids)
    expect(await found('c1@ruiz')).toEqual([ids[1]])
    expect(await found(`#${ids[2]}`)).toEqual([ids[2]])
    expect(await found(String(ids[2]), '&state=paid')).toEqual([])
    for (const q of ['%', "' or true --", 'nadie', '#0', '9'.repeat(30)]) expect(await found(q)).toEqual([])
    for (const state of ['', '&state=pending']) {
      const paged: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const asked = `/orders?q=pen&limit=1&ownerId=${ownerId}${state}${cursor && `&cursor=${cursor}`}`
        const { body } = await orders.operator.get(asked)
        paged.push(...idsOf(body))
        cursor = body.nextCursor
      }
      expect(paged.sort()).toEqual(ids)
    }
    expect(await found('pena inigo', '&state=pending')).toEqual([ids[0]])
    const all = (await orders.operator.get('/orders?q=penaloza')).body
    expect(idsOf(all).sort()).toEqual(ids)
  })
})

describe('a reseller', () => {
  it('sees and pays only its own orders, and offers nothing in the shop', async () => {
    const own = await orders.site.owner('Reseller')
    const { email } = await orders.site.user('reseller', own)
    const reseller = new Browser(orders.app, '203.0.113.9')
    await reseller.login(email)
    const foreign = await orders.order()
    const mine = await orders.order({ ownerId: own })
    expect((await reseller.get('/orders')).body.orders.map(({ id }: { id: number }) => id)).toEqual([mine.id])
    expect((await reseller.get('/orders?q=maria')).body.orders).toHaveLength(1)
    expect((await reseller.get(`/orders?q=${foreign.id}`)).body.orders).toEqual([])
    expectProblem(await reseller.post(`/orders/${foreign.id}/pay`, {}), 404, 'order_not_found')
    expect((await reseller.post(`/orders/${mine.id}/pay`, {})).body.order.state).toBe('paid')
    // Resellers see the names of their own users, not of the operator's.
    const { trail } = (await reseller.get(`/orders/${mine.id}`)).body
    const made = trail.at(-1)
    expect([made.action, made.actor]).toEqual(['order.created', null])
    expect(trail.find(({ action }: { action: string }) => action === 'order.paid').actor).toBe(email)
    expect((await trailOf(mine.id)).at(-1).actor).toContain('@')
    const product = {
      ownerId: own,
      name: 'Mío',
      validitySeconds: 3600,
      serves: 'network',
      amountMinor: 1,
      currency: 'MXN',
    }
    expectProblem(await reseller.post('/products', { ...product, inShop: true }), 403, 'shop_of_operator')
    expect((await reseller.post('/products', product)).status).toBe(201)
  })
})

describe('a product', () => {
  const wish = { name: '30 días', validitySeconds: 2_592_000, serves: 'place', amountMinor: 99_900, currency: 'MXN' }

  it('is defined, changed and withdrawn; its orders keep their original terms', async () => {
    const { ownerId, operator } = orders
    const { status, body } = await operator.post('/products', { ownerId, ...wish })
    expect(status).toBe(201)
    const { id } = body.product
    expect(body.product).toMatchObject({ ...wish, active: true, inShop: false, station: null })
    const order = await orders.make({ productId: id })
    const changed = await operator.patch(`/products/${id}`, { name: 'Un mes', amountMinor: 100_000, active: false })
    expect(changed.body.product).toMatchObject({ name: 'Un mes', amountMinor: 100_000, active: false, serves: 'place' })
    expect((await operator.get(`/orders/${order.body.order.id}`)).body.order.productName).toBe('30 días')
    expect((await operator.get('/products?active=false')).body.products).toMatchObject([{ id }])
    expect((await operator.get('/products?active=true')).body.products).not.toContainEqual(
      expect.objectContaining({ id }),
    )
    expect((await orders.site.audit()).filter(({ action }) => action === 'product.changed')).toMatchObject([
      { details: { name: 'Un mes', amountMinor: 100_000, active: false } },
    ])
  })

  it('has a station if and only if it serves one', async () => {
    const { ownerId, operator } = orders
    const stationId = await orders.stationId('CDMX')
    expectInvalid(await operator.post('/products', { ownerId, ...wish, stationId }), '/stationId')
    expectInvalid(await operator.post('/products', { ownerId, ...wish, serves: 'station' }), '/stationId')
    const made = await operator.post('/products', { ownerId, ...wish, serves: 'station', stationId })
    expect(made.body.product.station.code).toBe('CDMX')
    const { id } = made.body.product
    expectInvalid(await operator.patch(`/products/${id}`, { serves: 'network' }), '/stationId')
    expect((await operator.patch(`/products/${id}`, { serves: 'network', stationId: null })).status).toBe(200)
    expectProblem(await operator.get('/products/999999'), 404, 'product_not_found')
  })
})
