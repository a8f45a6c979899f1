// Public pages for browsers: files of the browser app, the start page, the state of the network, the shop.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { clientOf, RateLimiter } from '../../base/limits/rate-limiter.ts'
import { settledWithin } from '../../base/running/settled-within.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { LOGO_TYPES, type Logo } from '../../domain/delivery/brand.ts'
import { simulatedShare } from '../../domain/stations/simulated.ts'
import * as T from '../../wire/pieces.ts'
import { assetRoutes } from '../pages/assets.ts'
import { type Bundle, pageSender } from '../pages/bundle.ts'
import { sendSecurityHeaders } from '../pages/security-headers.ts'
import { badgeOf } from './badge.ts'
import type { About } from './contract.ts'
import { coverageRoutes } from './coverage/routes.ts'
import { type CustomerServices, customerRoutes } from './customer.ts'
import { feedOf } from './feed.ts'
import { hostRoutes } from './hosts.ts'
import { type StateServices, stateReader } from './network-state.ts'
import { type RinexDownloads, rinexRoutes } from './rinex.ts'
import { type ShopServices, shopRoutes } from './shop.ts'
import { type SubscriberServices, subscriberRoutes } from './subscribers.ts'
import { wallRoutes } from './wall.ts'

export interface PublicServices extends Omit<StateServices, 'subscribable'> {
  readonly baseUrl: string
  /** `null` serves the JSON without the pages. */
  readonly bundle: Bundle | null
  /** Whether the status page is public. Settings that can change at run time are read for each request. */
  readonly statusPage: boolean
  /** Whether the coverage is public. */
  readonly coveragePage: boolean
  readonly mapTiles: { readonly url: string; readonly attribution: string } | null
  /** Mail subscriptions to incidents; omitted if not available. */
  readonly subscribers?: SubscriberServices
  /** Whether the service sends mail now; if omitted, true where `subscribers` is set. */
  readonly subscribable?: boolean
  /** The operator's logos, by the last segment of their URL. */
  readonly logos?: ReadonlyMap<string, Logo>
  /** The logo of an organization, by the last segment of its URL. */
  readonly ownerLogo?: (hash: string) => Promise<Logo | null>
  readonly customers?: CustomerServices
  /** Pages of orders, and the shop if it is open. */
  readonly shop?: ShopServices
  /** Files made from the archive. */
  readonly rinex?: RinexDownloads
}

/**
 * The state of a large network is a megabyte. A whole town may share one address, and each of its pages polls twice a
 * minute.
 */
const STATES_PER_MINUTE = 3_000

/** For the badge and the feed, which other websites and programs embed without our cookies. */
const LanguageQuery = Type.Object({ language: Type.Optional(T.LanguageField) })
/** Max wait for current settings: a page with older settings is better than none. */
const TIMEOUT_MS = 1_000
/** Content security policy for a logo that is opened directly. */
const NOTHING_RUNS = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const hide = { schema: { hide: true } as object }

export function publicRoutes(services: PublicServices): (app: FastifyInstance) => void {
  const { baseUrl, bundle } = services
  const sendPage = pageSender(bundle, 'public')
  const page = async (_: unknown, reply: FastifyReply) => {
    await settledWithin(services.current(), TIMEOUT_MS)
    return sendPage(reply)
  }
  return (app) => {
    app.register(async (visitors) => {
      sendSecurityHeaders(visitors, baseUrl)
      assetRoutes(visitors, bundle)
      visitors.get('/favicon.ico', hide, (_, reply) => reply.redirect('/assets/icon.svg'))
      visitors.get('/', hide, page)
      visitors.get('/public/about', hide, async (_, reply) => {
        const { network, active } = (await services.current()).book
        reply.header('cache-control', 'no-cache')
        const { mapTiles, statusPage, coveragePage } = services
        const shop = services.shop?.open ?? false
        const map = { tilesUrl: mapTiles?.url ?? null, attribution: mapTiles?.attribution ?? null }
        const simulated = services.simulated ? 'all' : simulatedShare(active)
        const named = { name: network.name, simulated } as const
        const about: Static<typeof About> = { network: named, map, statusPage, coveragePage, shop }
        return { ok: true, ...about }
      })
      logoRoutes(visitors, services)
      visitors.register(async (inside) => {
        whileOn(inside, services)
        statusRoutes(inside, services, page)
        if (services.subscribers) subscriberRoutes(inside, services.subscribers, page)
      })
      coverageRoutes(visitors, services, page)
      wallRoutes(visitors, services, page)
      hostRoutes(visitors, services, page)
      if (services.customers) customerRoutes(visitors, services.customers)
      if (services.shop) shopRoutes(visitors, services.shop, page)
      if (services.rinex) rinexRoutes(visitors, services.rinex)
    })
  }
}

/** Logos are named by their content, so browsers can cache them forever. */
function logoRoutes(app: FastifyInstance, services: PublicServices): void {
  app.get('/brand/:name', hide, async (request, reply) => {
    await services.current()
    const { name } = request.params as { name: string }
    const logo = services.logos?.get(name) ?? (await services.ownerLogo?.(name))
    if (!logo) return reply.callNotFound()
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': NOTHING_RUNS })
      .type(LOGO_TYPES[logo.kind])
      .send(logo.content)
  })
}

const canSubscribe = ({ subscribers, subscribable = true }: PublicServices) => subscribers !== undefined && subscribable

const CACHED: ReadonlySet<string | undefined> = new Set(['/public/status', '/status/badge.svg', '/status/feed.atom'])

/** The operator can switch the status page and mail on and off at run time. */
function whileOn(app: FastifyInstance, services: PublicServices): void {
  app.addHook('onRequest', async ({ routeOptions: { url } }, reply) => {
    // These are cached for 15 s for all visitors, so a request for them must not query the database.
    if (!CACHED.has(url)) await settledWithin(services.current(), TIMEOUT_MS)
    const isAsking = url === '/public/subscribers'
    if (!services.statusPage || (isAsking && !canSubscribe(services))) return reply.callNotFound()
  })
}

function statusRoutes(
  app: FastifyInstance,
  services: PublicServices,
  page: (request: unknown, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const readState = stateReader({
    ...{ db: services.db, current: services.current, clock: services.clock, simulated: services.simulated },
    get subscribable() {
      return canSubscribe(services)
    },
  })
  const limiter = new RateLimiter(STATES_PER_MINUTE)
  app.get('/status', hide, page)
  const inLanguage = { schema: { hide: true, querystring: LanguageQuery } as object }
  app.get('/status/badge.svg', inLanguage, async (request, reply) => {
    const { network, verdict } = await readState()
    const { language = 'es' } = request.query as Static<typeof LanguageQuery>
    const { svg, etag } = badgeOf(network, verdict, language)
    // For other websites. The short cache time keeps a badge from showing an outdated state.
    reply.headers({ etag, 'cache-control': 'public, max-age=60', 'cross-origin-resource-policy': 'cross-origin' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/svg+xml; charset=utf-8').send(svg)
  })
  app.get('/status/feed.atom', inLanguage, async (request, reply) => {
    const { language = 'es' } = request.query as Static<typeof LanguageQuery>
    const { text, etag } = feedOf(await readState(), services.baseUrl, language)
    reply.headers({ etag, 'cache-control': 'public, max-age=60' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/atom+xml; charset=utf-8').send(text)
  })
  app.get('/public/status', hide, async (request, reply) => {
    const { allowed, resetSeconds } = limiter.hit(clientOf(request.ip), services.clock().getTime())
    if (!allowed) throw new Refusal('rate_limited', { perMinute: STATES_PER_MINUTE, retryAfterSeconds: resetSeconds })
    const { text, compressed, etag } = await readState()
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(compressed)
  })
}
