// So many requests a minute and client. Each node counts exactly for itself and, once a second, shares with the other
// nodes through the database: several nodes together overshoot by at most a second's worth.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import { clientOf, RateLimiter, type ShareCounts } from '../running/rate-limiter.ts'

const SHARE_EVERY_MS = 1_000

export interface RateLimitOptions {
  readonly perMinute: number
  readonly share: ShareCounts
  readonly clock: () => Date
}

/** Counts a request under /api/v1 and /docs, as the router reads its path, and one that leads nowhere. */
export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Refusal | null

export function limitRate(app: FastifyInstance, { perMinute, share, clock }: RateLimitOptions): RateLimit {
  const limiter = new RateLimiter(perMinute)
  const policy = `"default";q=${perMinute};w=60`

  const limit: RateLimit = (request, reply) => {
    const route = request.routeOptions.url
    if (route !== undefined && !route.startsWith('/api/v1') && !route.startsWith('/docs')) return null
    const { allowed, remaining, resetSeconds } = limiter.hit(clientOf(request.ip), clock().getTime())
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`)
    if (allowed) return null
    return new Refusal('rate_limited', { perMinute, retryAfterSeconds: resetSeconds })
  }

  let sharing = false
  const timer = setInterval(async () => {
    if (sharing) return
    sharing = true
    await limiter.share(share).catch(() => {}) // without the database each node counts for itself
    sharing = false
  }, SHARE_EVERY_MS)
  app.addHook('onClose', async () => clearInterval(timer))
  return limit
}
