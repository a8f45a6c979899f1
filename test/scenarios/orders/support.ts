// A service with every interface that handles orders: console, shop, payments.
import type { InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { clientOf } from '../../../src/base/limits/rate-limiter.ts'
import type { App } from '../../../src/base/serving/app.ts'
import type { CustomerMail } from '../../../src/domain/delivery/delivery.ts'
import { buildApi } from '../../../src/http/api/server.ts'
import { consoleRoutes } from '../../../src/http/console/console.ts'
import { publicRoutes } from '../../../src/http/public/public.ts'
import { paymentRoutes } from '../../../src/outbound/payments/routes.ts'
import { openShop, paymentProviderOf } from '../../../src/start/roles/customers/shop.ts'
import { Browser, TestConsole } from '../../http/console/support.ts'
import { SECRET_KEY, StripeServer, signatureOf, WEBHOOK_SECRET } from '../../outbound/payments/stripe-server.ts'
import { liveConfig } from '../../support/live-config.ts'
import { type Answer, BASE_URL, STATIONS } from '../../support/service.ts'

export const CUSTOMER_MAIL: CustomerMail = { language: 'es', noticesMs: [0] }
export const BANK = 'Banco del Centro\nCLABE 012345678901234567'

export class OrderSite {
  readonly site: TestConsole
  readonly app: App
  readonly stripe: StripeServer
  readonly operator: Browser
  readonly ownerId: number
  readonly #stopShop: () => void

  private constructor(
    site: TestConsole,
    { app, stopShop }: OrderDoors,
    stripe: StripeServer,
    operator: Browser,
    ownerId: number,
  ) {
    this.site = site
    this.app = app
    this.#stopShop = stopShop
    this.stripe = stripe
    this.operator = operator
    this.ownerId = ownerId
  }

  static async start(): Promise<OrderSite> {
    const site = await TestConsole.start()
    const stripe = await StripeServer.start()
    await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
    const doors = await orderDoors(site, stripe)
    const { email } = await site.user('operator')
    const operator = new Browser(doors.app, '203.0.113.7')
    await operator.login(email)
    return new OrderSite(site, doors, stripe, operator, await site.owner('Operator'))
  }

  /** The same interfaces in another process. Closed when the test ends. */
  async anotherNode(): Promise<OrderSite> {
    const doors = await orderDoors(this.site, this.stripe)
    onTestFinished(async () => {
      doors.stopShop()
      await doors.app.close()
    })
    return new OrderSite(this.site, doors, this.stripe, this.operator, this.ownerId)
  }

  async stop(): Promise<void> {
    this.#stopShop()
    await this.app.close()
    await this.stripe.stop()
    await this.site.stop()
  }

  get db() {
    return this.site.db
  }

  async stationId(code: string): Promise<number> {
    const { book } = await this.site.services.current()
    return book.byCode.get(code.toLowerCase())!.id
  }

  make = (body: object = {}) =>
    this.operator.post('/orders', {
      ownerId: this.ownerId,
      customerName: 'María Peña',
      customerEmail: 'maria@example.mx',
      validitySeconds: 2_592_000,
      amountMinor: 125_000,
      currency: 'MXN',
      ...body,
    })

  async order(body: object = {}): Promise<{ id: number; key: string }> {
    const { status, text, body: made } = await this.make(body)
    if (status !== 201) throw new Error(text)
    return { id: made.order.id, key: made.ways.link.split('/').at(-1) }
  }

  async notice(payload: string, headers: object = { 'stripe-signature': signatureOf(payload) }): Promise<Answer> {
    const content = { 'content-type': 'application/json; charset=utf-8', ...headers }
    return this.#send({ method: 'POST', url: '/payments/stripe', payload, headers: content })
  }

  visit = (url: string, address = '198.51.100.1') => this.#send({ method: 'GET', url, headers: from(address) })

  buy = (url: string, body: object | string | undefined, address = '198.51.100.1') =>
    this.#send({
      method: 'POST',
      url,
      headers: { ...from(address), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  async #send(options: object): Promise<Answer> {
    const response = await this.app.inject(options as InjectOptions)
    const json = String(response.headers['content-type'] ?? '').includes('json')
    const body = json && response.body ? JSON.parse(response.body) : null
    return { status: response.statusCode, headers: response.headers, text: response.body, body }
  }

  async countsOf(id: number) {
    const { rows } = await this.db.pool.query(
      `select state, payment_problem as problem,
         (select count(*)::int from credentials where label like '#' || $1 || '%') as credentials,
         (select count(*)::int from events where type = 'order.paid' and body::json #>> '{data,order,id}' = $1::text) as paid,
         (select count(*)::int from events join credentials c on c.id = credential_id
            where type = 'credential.issued' and c.label like '#' || $1 || '%') as issued,
         (select count(*)::int from mails join credentials c on c.id = mails.credential_id where c.label like '#' || $1 || '%') as mails
       from orders where id = $1::bigint`,
      [String(id)],
    )
    return rows[0]
  }
}

export const UNTOUCHED = { state: 'pending', problem: null, credentials: 0, paid: 0, issued: 0, mails: 0 }
export const ONCE_PAID = { state: 'paid', problem: null, credentials: 1, paid: 1, issued: 1, mails: 1 }

const from = (address: string) => ({ 'x-forwarded-for': address })

interface OrderDoors {
  readonly app: App
  readonly stopShop: () => void
}

async function orderDoors(site: TestConsole, stripe: StripeServer): Promise<OrderDoors> {
  const { db, keys, current, clock } = site.service.services
  const config = liveConfig(
    { BASE_URL, STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
    { stripeApiUrl: stripe.url },
  )
  const live = { ...config, bankDetails: BANK, shop: true }
  const provider = await paymentProviderOf(config)
  const shared = { db, keys, current, clock, customerMail: CUSTOMER_MAIL }
  const shop = openShop({ db: db as never, clock }, live, current, provider)
  const visitors = {
    db,
    current,
    clock,
    simulated: false,
    baseUrl: BASE_URL,
    bundle: null,
    statusPage: true,
    coveragePage: false,
  }
  const app = await buildApi({
    ...site.service.services,
    trustProxy: ['127.0.0.1'],
    otherRoutes: [
      consoleRoutes({
        ...site.services,
        clientOf,
        customerMail: CUSTOMER_MAIL,
        paymentProvider: provider,
        bankDetails: live.bankDetails,
      }),
      publicRoutes({ ...visitors, mapTiles: null, shop: shop.services }) as never,
      paymentRoutes({ ...shared, stripe: config.stripe! }) as never,
    ],
  })
  return { app, stopShop: shop.stop }
}
