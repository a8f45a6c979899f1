// Signed notices of Stripe: a valid one pays the order once; any other changes nothing and is answered with the reason.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveStation } from '../../../src/actions/stations/archive.ts'
import { ProviderFailed } from '../../../src/domain/orders/order.ts'
import { stripeProvider } from '../../../src/outbound/payments/stripe.ts'
import type { ListedOrder } from '../../../src/store/orders/rows.ts'
import { ONCE_PAID, OrderSite, UNTOUCHED } from '../../scenarios/orders/support.ts'
import { byTest } from '../../support/action-context.ts'
import { expectProblem } from '../../support/problems.ts'
import { noticeBody, SECRET_KEY, signatureOf } from './stripe-server.ts'

const AMOUNT = 125_000

let orders: OrderSite
beforeAll(async () => {
  orders = await OrderSite.start()
})
afterAll(() => orders.stop())

let notices = 0
const noticeOf = (orderKey: string | null, more: object = {}) =>
  noticeBody({ orderKey, amount: AMOUNT, id: `evt_${++notices}`, paymentIntent: `pi_${notices}`, ...more })

const kept = async (noticeId: string) =>
  (await orders.db.pool.query('select * from payment_notices where notice_id = $1', [noticeId])).rows[0]
const keptCount = async () =>
  (await orders.db.pool.query('select count(*)::int as count from payment_notices')).rows[0].count

describe('a signed notice', () => {
  it('pays its order, with the provider as the actor', async () => {
    const { id, key } = await orders.order()
    const { status, body } = await orders.notice(noticeOf(key, { paymentIntent: 'pi_card' }))
    expect({ status, body }).toMatchObject({ status: 200, body: { ok: true, outcome: 'paid' } })
    expect(await orders.countsOf(id)).toEqual(ONCE_PAID)
    const seen = (await orders.operator.get(`/orders/${id}`)).body
    expect(seen.order).toMatchObject({ state: 'paid', paidBy: 'stripe', paymentReference: 'pi_card' })
    expect(seen.trail[0]).toMatchObject({ action: 'order.paid', actor: 'stripe' })
    expect(seen.notices).toMatchObject([{ provider: 'stripe', outcome: 'paid', times: 1 }])
  })

  it('pays once when it is repeated or arrives twenty times at once', async () => {
    const { id, key } = await orders.order()
    const payload = noticeOf(key, { id: 'evt_repeated' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => orders.notice(payload)))
    expect(answers.every(({ status, body }) => status === 200 && body.outcome === 'paid')).toBe(true)
    expect((await orders.notice(payload)).body.outcome).toBe('paid')
    expect(await orders.countsOf(id)).toEqual(ONCE_PAID)
    expect(await kept('evt_repeated')).toMatchObject({ times: 21, outcome: 'paid' })
  })

  it('issues one credential if a manual payment happens at the same moment, and reports the second payment', async () => {
    const { id, key } = await orders.order()
    const [, byHand] = await Promise.all([
      orders.notice(noticeOf(key)),
      orders.operator.post(`/orders/${id}/pay`, { note: 'efectivo' }),
    ])
    expect(byHand.status).toBe(200)
    const counts = await orders.countsOf(id)
    expect({ ...counts, problem: null }).toEqual(ONCE_PAID)
    // A manual payment after the card reports that the order is already paid. A card payment after a manual one is a
    // double payment.
    expect(counts.problem).toBe(byHand.body.already ? null : 'paid_twice')
  })

  it('reports a second payment of a paid order until a refund is noted', async () => {
    const { id, key } = await orders.order()
    await orders.operator.post(`/orders/${id}/pay`, {})
    expect((await orders.notice(noticeOf(key))).body.outcome).toBe('paid_twice')
    expect(await orders.countsOf(id)).toEqual({ ...ONCE_PAID, problem: 'paid_twice' })
    const listed = (await orders.operator.get('/orders?problem=true')).body.orders
    expect(listed.map((order: { id: number }) => order.id)).toContain(id)
    await orders.operator.post(`/orders/${id}/refund-note`, { note: 'Tarjeta devuelta' })
    expect(await orders.countsOf(id)).toEqual(ONCE_PAID)
  })

  it('without money waits for the notice of the payment', async () => {
    const { id, key } = await orders.order()
    expect((await orders.notice(noticeOf(key, { paymentStatus: 'unpaid' }))).body.outcome).toBe('awaiting_payment')
    expect(await orders.countsOf(id)).toEqual(UNTOUCHED)
    const arrived = noticeOf(key, { type: 'checkout.session.async_payment_succeeded' })
    expect((await orders.notice(arrived)).body.outcome).toBe('paid')
    expect(await orders.countsOf(id)).toEqual(ONCE_PAID)
  })

  it('of another type is ignored', async () => {
    const { id, key } = await orders.order()
    const { status, body } = await orders.notice(noticeOf(key, { type: 'charge.refunded' }))
    expect([status, body.outcome]).toEqual([200, 'ignored'])
    expect(await orders.countsOf(id)).toEqual(UNTOUCHED)
  })
})

describe('a notice changes nothing, and is answered with the reason,', () => {
  it.each([
    [
      'with a bad signature',
      (payload: string) => signatureOf(payload, new Date(), 'whsec_somebodyelses'),
      'bad_signature',
    ],
    ['signed for another body', () => signatureOf('{}'), 'bad_signature'],
    ['with nonsense for a signature', () => 't=1,v1=zz', 'bad_signature'],
    ['with an empty signature', () => `t=${Math.floor(Date.now() / 1000)},v1=`, 'bad_signature'],
    ['with none behind its name', () => `t=${Math.floor(Date.now() / 1000)},v1`, 'bad_signature'],
    ['with other letters', () => `t=1,v1=${'ñ'.repeat(64)}`, 'bad_signature'],
    ['without a signature', () => undefined, 'no_signature'],
    [
      'signed six minutes ago',
      (payload: string) => signatureOf(payload, new Date(Date.now() - 360_000)),
      'notice_too_old',
    ],
    [
      'signed in the future',
      (payload: string) => signatureOf(payload, new Date(Date.now() + 600_000)),
      'notice_too_old',
    ],
  ])('%s', async (_, sign, code) => {
    const { id, key } = await orders.order()
    const before = await keptCount()
    const payload = noticeOf(key)
    const signature = sign(payload)
    const answer = await orders.notice(payload, signature === undefined ? {} : { 'stripe-signature': signature })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ ok: false, code })
    expect(await orders.countsOf(id)).toEqual(UNTOUCHED)
    expect(await keptCount()).toBe(before)
  })

  it('if its bytes were changed', async () => {
    const { id, key } = await orders.order()
    const payload = noticeOf(key)
    const answer = await orders.notice(`${payload} `, { 'stripe-signature': signatureOf(payload) })
    expect(answer.body.code).toBe('bad_signature')
    expect(await orders.countsOf(id)).toEqual(UNTOUCHED)
  })

  it('if it names an unknown order; it is stored and not resent', async () => {
    for (const key of [null, '', 'x'.repeat(24), '1', "' or true --", '\0']) {
      const { status, body } = await orders.notice(noticeOf(key))
      expect([status, body.outcome]).toEqual([200, 'unknown_order'])
      expect(body.detail).toContain('client_reference_id')
      expect(await kept(`evt_${notices}`)).toMatchObject({ outcome: 'unknown_order', order_id: null })
    }
  })

  it.each([{ amount: AMOUNT - 1 }, { amount: AMOUNT * 100 }, { currency: 'usd' }, { amount: null }])(
    'if the amount differs: %o',
    async (other) => {
      const { id, key } = await orders.order()
      expect((await orders.notice(noticeOf(key, other))).body.outcome).toBe('wrong_amount')
      expect(await orders.countsOf(id)).toEqual({ ...UNTOUCHED, problem: 'wrong_amount' })
    },
  )

  it('if the order is cancelled', async () => {
    const { id, key } = await orders.order()
    await orders.operator.post(`/orders/${id}/cancel`, {})
    expect((await orders.notice(noticeOf(key))).body.outcome).toBe('order_cancelled')
    expect(await orders.countsOf(id)).toEqual({ ...UNTOUCHED, state: 'cancelled', problem: 'order_cancelled' })
  })

  it('if the station is archived; after it is restored the same notice pays', async () => {
    const gone = { code: 'GONE', name: 'Gone', federalState: 'México', lat: 19, lng: -99, mountpoint: 'GONE' }
    await orders.site.service.saveStations(gone)
    const { id, key } = await orders.order({ stationId: await orders.stationId('GONE') })
    await archiveStation(byTest({ db: orders.db }, new Date()), { code: 'GONE' })
    const payload = noticeOf(key)
    expect((await orders.notice(payload)).body.outcome).toBe('station_archived')
    expect(await orders.countsOf(id)).toEqual({ ...UNTOUCHED, problem: 'station_archived' })
    await orders.db.pool.query(`update stations set archived_at = null where code = 'GONE'`)
    expect((await orders.notice(payload)).body.outcome).toBe('paid')
    expect(await orders.countsOf(id)).toEqual(ONCE_PAID)
  })
})

describe('the card payment page', () => {
  it('is opened with the exact amount, and reused while it is open', async () => {
    const { key } = await orders.order({ customerEmail: 'pago@example.mx' })
    const first = await orders.buy(`/public/orders/${key}/checkout`, undefined)
    const { id, fields } = orders.stripe.sessions.at(-1)!
    expect(first.body).toEqual({ ok: true, url: `${orders.stripe.url}/pay/${id}` })
    expect(Object.fromEntries(fields)).toMatchObject({
      mode: 'payment',
      client_reference_id: key,
      customer_email: 'pago@example.mx',
      'line_items[0][price_data][unit_amount]': String(AMOUNT),
      'line_items[0][price_data][currency]': 'mxn',
      success_url: `https://rtk.example.mx/orders/${key}`,
    })
    expect((await orders.buy(`/public/orders/${key}/checkout`, undefined)).body).toEqual(first.body)
  })

  it('reports that the provider failed, or that the order is already paid', async () => {
    const { id, key } = await orders.order()
    const failures = [
      { status: 402, body: { error: { type: 'card_error', message: 'no' } } },
      { status: 429, body: { error: { type: 'rate_limit_error', message: 'slowly' } } },
      { status: 400, body: { error: { type: 'temporary_session_expired', message: 'too late' } } },
      { status: 500, body: { error: { type: 'of_tomorrow', message: 'news' } } },
      { status: 200, body: { id: 'cs_test', object: 'checkout.session', url: null, expires_at: 0 } },
    ]
    for (const failure of failures) {
      orders.stripe.failure = failure
      const answer = await orders.buy(`/public/orders/${key}/checkout`, undefined, '198.51.100.7')
      expectProblem(answer, 502, 'payment_provider_failed')
    }
    orders.stripe.failure = null
    await orders.operator.post(`/orders/${id}/pay`, {})
    expectProblem(await orders.buy(`/public/orders/${key}/checkout`, undefined, '198.51.100.7'), 409, 'order_paid')
  })

  it('treats an unreachable provider as failed, but not an error of our own', async () => {
    const order = { id: 1, key: 'k', currency: 'MXN', amountMinor: 1, language: 'es', productName: 'x' } as ListedOrder
    const away = stripeProvider({ secretKey: SECRET_KEY, apiUrl: 'http://127.0.0.1:1' })
    await expect(away.open(order, 'https://rtk.example.mx')).rejects.toBeInstanceOf(ProviderFailed)
    await expect(away.close('cs_test')).rejects.toBeInstanceOf(ProviderFailed)
    const broken = { ...order, currency: undefined as never }
    await expect(away.open(broken, 'https://rtk.example.mx')).rejects.toBeInstanceOf(TypeError)
  })
})
