// So many requests a minute and client. Each node counts exactly for itself and, once a second, shares with the other
// nodes through the database: several nodes together overshoot by at most a second's worth.
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { ApiProblem } from './problem.ts'

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
    for (const [client, fresh] of news) counts.get(client)!.shared += fresh
    const totals = await share(this.#minute, news)
    for (const [client, total] of totals) {
      const count = counts.get(client)!
      count.others = total - count.shared
    }
  }
}

export interface RateLimitOptions {
  readonly perMinute: number
  readonly share: ShareCounts
}

export function limitRate(app: FastifyInstance, { perMinute, share }: RateLimitOptions): void {
  const limiter = new RateLimiter(perMinute)
  const policy = `"default";q=${perMinute};w=60`

  app.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.raw
    if (!url.startsWith('/api/v1') && !url.startsWith('/docs')) return done()
    const { allowed, remaining, resetSeconds } = limiter.hit(clientOf(request.ip), Date.now())
    reply.header('ratelimit-policy', policy).header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`)
    if (allowed) return done()
    const detail = `More than ${perMinute} requests in this minute; try again in ${resetSeconds} s.`
    done(new ApiProblem('rate_limited', detail, { headers: { 'retry-after': String(resetSeconds) } }))
  })

  const timer = setInterval(() => limiter.share(share).catch(() => {}), SHARE_EVERY_MS)
  app.addHook('onClose', async () => clearInterval(timer))
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
