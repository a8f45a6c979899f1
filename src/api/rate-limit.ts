// So many requests a minute and client. Each node counts exactly for itself and, once a second, shares with the other
// nodes through the database: several nodes together overshoot by at most a second's worth.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Refusal } from '../domain/refusal.ts'

const WINDOW_MS = 60_000
const SHARE_EVERY_MS = 1_000

interface Count {
  own: number
  others: number
  /** Already told to the other nodes. */
  shared: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

/** Adds this node's counts to those of all and returns the sums, by client. */
export type ShareCounts = (minute: number, counts: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, number>>

export class RateLimiter {
  readonly #limit: number
  #minute = 0
  #counts = new Map<string, Count>()

  constructor(limit: number) {
    this.#limit = limit
  }

  hit(client: string, now: number): Verdict {
    const minute = Math.floor(now / WINDOW_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts = new Map()
    }
    let count = this.#counts.get(client)
    if (!count) {
      count = { own: 0, others: 0, shared: 0 }
      this.#counts.set(client, count)
    }
    count.own += 1
    const total = count.own + count.others
    return {
      allowed: total <= this.#limit,
      remaining: Math.max(0, this.#limit - total),
      resetSeconds: Math.ceil(((minute + 1) * WINDOW_MS - now) / 1000),
    }
  }

  async share(share: ShareCounts): Promise<void> {
    const counts = this.#counts
    const news = new Map<string, number>()
    for (const [client, { own, shared }] of counts) if (own > shared) news.set(client, own - shared)
    if (news.size === 0) return
    const totals = await share(this.#minute, news)
    for (const [client, fresh] of news) {
      const count = counts.get(client)!
      count.shared += fresh
      count.others = Math.max(0, totals.get(client)! - count.shared) // the table may have been emptied by a crash
    }
  }
}

export interface RateLimitOptions {
  readonly perMinute: number
  readonly share: ShareCounts
}

export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Refusal | null

/** Counts every request under /api/v1 and /docs, as the router reads its path, and all that lead nowhere. */
export function limitRate(app: FastifyInstance, { perMinute, share }: RateLimitOptions): RateLimit {
  const limiter = new RateLimiter(perMinute)
  const policy = `"default";q=${perMinute};w=60`

  const limit: RateLimit = (request, reply) => {
    const { allowed, remaining, resetSeconds } = limiter.hit(clientOf(request.ip), Date.now())
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`)
    if (allowed) return null
    return new Refusal('rate_limited', { perMinute, retryAfterSeconds: resetSeconds })
  }

  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url
    const counts = route === undefined || route.startsWith('/api/v1') || route.startsWith('/docs')
    done((counts && limit(request, reply)) || undefined)
  })

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

/** An IPv6 user has a whole /64, so that is what counts. */
export function clientOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip) // an IPv4 inside IPv6 becomes IPv4
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
}
