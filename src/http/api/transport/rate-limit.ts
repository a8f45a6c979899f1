// Max requests per client in any 60 seconds over all nodes: exact on one node, synchronized between nodes every second.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientOf, type ShareCounts } from '../../../base/limits/rate-limiter.ts'
import { SharedLimit } from '../../../base/limits/shared-limit.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'

export interface RateLimitOptions {
  readonly perMinute: number
  readonly share: ShareCounts
  readonly clock: () => Date
}

/** Counts requests to /api/v1 and /docs by the matched route, and requests that match no route. */
export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Refusal | null

export function limitRate(app: FastifyInstance, { perMinute, share, clock }: RateLimitOptions): RateLimit {
  const limiter = new SharedLimit(perMinute, share)
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

  app.addHook('onClose', async () => limiter.stop())
  return limit
}
