// What anybody may see who comes by with a browser: the files of our pages, the way in, the state of the network.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { Refusal } from '../domain/refusal.ts'
import { assetRoutes } from '../pages/assets.ts'
import { type Bundle, pageSender } from '../pages/bundle.ts'
import { sendSecurityHeaders } from '../pages/security-headers.ts'
import { clientOf, RateLimiter } from '../running/rate-limiter.ts'
import type { About } from './contract.ts'
import { type CustomerServices, customerRoutes } from './customer.ts'
import { type StateServices, stateReader } from './network-state.ts'
import { type ShopServices, shopRoutes } from './shop.ts'

export interface VisitorServices extends StateServices {
  readonly baseUrl: string
  /** Null: the browser app could not be built; the rest of the service works. */
  readonly bundle: Bundle | null
  /** Whether the state of the network is anybody's to see. */
  readonly statusPage: boolean
  /** Where the map's tiles come from; null: no tiles. */
  readonly mapTiles: { readonly url: string; readonly attribution: string } | null
  /** What customers are shown. */
  readonly customers?: CustomerServices
  /** Orders, and where they are made if that is open to anybody. */
  readonly shop?: ShopServices
}

/** The state of a large network is a megabyte. Behind one address may be a town, whose pages ask twice a minute each. */
const STATES_PER_MINUTE = 3_000

const hide = { schema: { hide: true } as object }

export function visitorsDoor(services: VisitorServices): (app: FastifyInstance) => void {
  const { baseUrl, bundle, statusPage, mapTiles } = services
  const shop = services.shop?.open ?? false
  const sendPage = pageSender(bundle, 'public')
  const page = (_: unknown, reply: FastifyReply) => sendPage(reply)
  return (app) => {
    app.register(async (visitors) => {
      sendSecurityHeaders(visitors, baseUrl)
      assetRoutes(visitors, bundle)
      visitors.get('/favicon.ico', hide, (_, reply) => reply.redirect('/assets/icon.svg'))
      visitors.get('/', hide, page)
      visitors.get('/public/about', hide, async (_, reply) => {
        const { network } = (await services.current()).book
        reply.header('cache-control', 'no-cache')
        const map = { tilesUrl: mapTiles?.url ?? null, attribution: mapTiles?.attribution ?? null }
        const named = { name: network.name, simulated: services.simulated }
        const about: Static<typeof About> = { network: named, map, statusPage, shop }
        return { ok: true, ...about }
      })
      if (statusPage) statusRoutes(visitors, services, page)
      if (services.customers) customerRoutes(visitors, services.customers)
      if (services.shop) shopRoutes(visitors, services.shop, page)
    })
  }
}

function statusRoutes(
  app: FastifyInstance,
  services: StateServices,
  page: (request: unknown, reply: FastifyReply) => FastifyReply,
): void {
  const readState = stateReader(services)
  const limiter = new RateLimiter(STATES_PER_MINUTE)
  app.get('/status', hide, page)
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
