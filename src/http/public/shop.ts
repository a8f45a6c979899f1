// The shop: products, expected quality at a location, and ordering. Also the customer's page of an order, which works
// without a shop.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { mailRenewalLinks } from '../../actions/delivery/mail-links.ts'
import { orderNotFound } from '../../actions/orders/existing.ts'
import { openCheckout } from '../../actions/orders/open-checkout.ts'
import { orderInShop, shopProduct } from '../../actions/orders/shop.ts'
import { settledWithin } from '../../base/running/settled-within.ts'
import { system } from '../../domain/audit/action.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { type CoverageNow, expectationAt } from '../../domain/orders/expectation.ts'
import { isOrderKey, type PaymentProvider, ProviderFailed } from '../../domain/orders/order.ts'
import { isShown } from '../../domain/stations/serving.ts'
import { oneLine } from '../../domain/text/plain-text.ts'
import type { Current, StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { listShopProducts } from '../../store/orders/products.ts'
import { findOrderByKey } from '../../store/orders/rows.ts'
import { sendOwnProblem } from '../../wire/problems/problem.ts'
import { ExpectationQuery, OrderBody, RenewalLinksBody, type Shop } from './contract.ts'
import { expectationAnswer, orderAnswer, productAnswer, shopStationAnswer } from './shop-answers.ts'

export interface ShopServices {
  readonly db: Database
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly baseUrl: string
  /** Whether visitors may order. */
  readonly open: boolean
  readonly provider: PaymentProvider | null
  readonly bankDetails: string | null
  /** Whether the customer gets the credential by mail. */
  readonly sendsMail: boolean
  /** Returns the client that an address counts as: the address itself, or the /64 of an IPv6 address. */
  readonly clientOf: (ip: string) => string
  readonly choosersOf: (book: StationBook) => Promise<Required<Pick<CoverageNow, 'choose' | 'chooseUnheard'>>>
  /** Seconds that a client with too many requests must wait, counted over all nodes; `null` if none. */
  readonly waitOf: (kind: 'order' | 'question', ip: string) => Promise<number | null>
}

/**
 * Max wait for the settings that say whether the shop is open. If the database does not respond in time, the last known
 * setting applies and the route itself reports the failure.
 */
const TIMEOUT_MS = 1_000

const KeyParams = Type.Object({ key: Type.String() })

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export function shopRoutes(app: FastifyInstance, services: ShopServices, page: Page): void {
  app.register(async (inside) => {
    inside.setErrorHandler((error: Error, _, reply) => sendOwnProblem(error, reply))
    inside.addHook('onRequest', async ({ ip, method }, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      const wait = await services.waitOf(method === 'POST' ? 'order' : 'question', ip)
      if (wait !== null) throw new Refusal('too_many_attempts', { retryAfterSeconds: wait })
    })
    orderRoutes(inside, services, page)
    inside.register(async (buying) => {
      whileOpen(buying, services)
      buyingRoutes(buying, services)
    })
  })
  app.register(async (inside) => {
    whileOpen(inside, services)
    inside.get('/shop', { schema: { hide: true } as object }, page)
  })
}

/** The operator can open and close the shop at run time. */
function whileOpen(app: FastifyInstance, services: ShopServices): void {
  app.addHook('onRequest', async (_, reply) => {
    await settledWithin(services.current(), TIMEOUT_MS)
    if (!services.open) return reply.callNotFound()
  })
}

function orderRoutes(app: FastifyInstance, services: ShopServices, page: Page): void {
  const { db, current, clock, provider } = services
  const ofOne = { schema: { hide: true, params: KeyParams } as object }
  app.get('/orders/:key', ofOne, page)

  app.get('/public/orders/:key', ofOne, async (request) => {
    const { key } = request.params as Static<typeof KeyParams>
    const order = isOrderKey(key) ? await findOrderByKey(db, key) : null
    if (!order) throw orderNotFound()
    const { book } = await current()
    return { ok: true, order: orderAnswer(order, book, services) }
  })

  app.post('/public/orders/:key/checkout', ofOne, async (request) => {
    const { key } = request.params as Static<typeof KeyParams>
    if (!isOrderKey(key)) throw orderNotFound()
    const context = { db, now: clock(), baseUrl: services.baseUrl, provider }
    try {
      return { ok: true, url: await openCheckout(context, key) }
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error
      request.log.error({ err: error, reqId: request.id }, 'The payment provider did not create a payment page')
      throw new Refusal('payment_provider_failed')
    }
  })
}

function buyingRoutes(app: FastifyInstance, services: ShopServices): void {
  const { db, current, clock, provider } = services
  app.get('/public/shop', { schema: { hide: true } as object }, async () => {
    const [products, { book }] = await Promise.all([listShopProducts(db), current()])
    const now = clock()
    const stations = book.active.filter(isShown).map((station) => shopStationAnswer(station, now))
    const offered = products.map((product) => productAnswer(product, book))
    const ways = { card: provider !== null, bank: services.bankDetails !== null }
    const shop: Static<typeof Shop> = { products: offered, stations, ways, mailsLinks: services.sendsMail }
    return { ok: true, ...shop }
  })

  const asking = { schema: { hide: true, querystring: ExpectationQuery } as object }
  app.get('/public/shop/expectation', asking, async (request) => {
    const { productId, ...position } = request.query as Static<typeof ExpectationQuery>
    const { book } = await current()
    const product = await shopProduct(db, productId)
    const choosers = await services.choosersOf(book)
    const expectation = expectationAt(product, position, { ...book, ...choosers, now: clock() })
    return { ok: true, expectation: expectationAnswer(expectation) }
  })

  // The answer is the same whether the address has credentials or not.
  const links = { schema: { hide: true, body: RenewalLinksBody } as object }
  app.post('/public/shop/renewals', links, async (request, reply) => {
    if (!services.sendsMail) throw new Refusal('no_mail_server')
    await mailRenewalLinks({ db, now: clock(), by: system('shop') }, request.body as Static<typeof RenewalLinksBody>)
    return reply.code(202).send({ ok: true })
  })

  const ordering = { schema: { hide: true, body: OrderBody } as object }
  app.post('/public/shop/orders', ordering, async (request, reply) => {
    const { lat, lng, customerName, ...wish } = request.body as Static<typeof OrderBody>
    const { book } = await current()
    const { choose } = await services.choosersOf(book)
    const context = {
      db,
      book,
      choose,
      now: clock(),
      by: system('shop'), // the customer's IP address is stored only with the order, where it can be erased
      client: services.clientOf(request.ip),
      sendsMail: services.sendsMail,
    }
    const order = await orderInShop(context, { ...wish, customerName: oneLine(customerName), position: { lat, lng } })
    return reply.code(201).send({ ok: true, key: order.key, order: orderAnswer(order, book, services) })
  })
}
