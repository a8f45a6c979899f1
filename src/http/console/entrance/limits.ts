// Max requests per minute, per session and per client address: far more than a user with many open pages needs, and far
// fewer than keep a process busy. Each node counts separately.
import type { FastifyRequest } from 'fastify'
import { RateLimiter } from '../../../base/limits/rate-limiter.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'

const PER_SESSION = 600
/** A whole office may share one address. */
const PER_ADDRESS = 3_000
/** A file upload or download counts as this many requests. */
const FILE_WEIGHT = 10

export class Limits {
  readonly #sessions = new RateLimiter(PER_SESSION)
  readonly #addresses = new RateLimiter(PER_ADDRESS)

  countAddress(request: FastifyRequest, client: string, now: Date): void {
    count(this.#addresses, PER_ADDRESS, client, request, now)
  }

  countSession(request: FastifyRequest, sessionId: number, now: Date): void {
    count(this.#sessions, PER_SESSION, String(sessionId), request, now)
  }
}

function count(limiter: RateLimiter, perMinute: number, who: string, request: FastifyRequest, now: Date): void {
  const { config } = request.routeOptions
  const { allowed, resetSeconds } = limiter.hit(who, now.getTime(), config.isFile ? FILE_WEIGHT : 1)
  if (!allowed) throw new Refusal('rate_limited', { perMinute, retryAfterSeconds: resetSeconds })
}
