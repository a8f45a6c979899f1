// Token buckets by key, with a bound on the number of keys.
import { ForgetfulMap } from './forgetful-map.ts'

export interface BucketRule {
  readonly burst: number
  readonly refillMs: number
}

interface Bucket {
  readonly tokens: number
  readonly at: number
}

export class TokenBuckets {
  readonly #rule: BucketRule
  readonly #buckets: ForgetfulMap<Bucket>

  constructor(rule: BucketRule, mostRemembered: number) {
    this.#rule = rule
    this.#buckets = new ForgetfulMap(mostRemembered)
  }

  /** Time until the tokens are available. */
  waitMs(key: string, now: number, cost = 1): number {
    return Math.max(0, (cost - this.#tokens(key, now)) * this.#rule.refillMs)
  }

  take(key: string, now: number, cost = 1): void {
    this.#buckets.set(key, { tokens: this.#tokens(key, now) - cost, at: now })
  }

  giveBack(key: string, now: number, cost = 1): void {
    const tokens = Math.min(this.#rule.burst, this.#tokens(key, now) + cost)
    if (tokens === this.#rule.burst) this.#buckets.delete(key)
    else this.#buckets.set(key, { tokens, at: now })
  }

  /** Lowers the tokens to this number. */
  leave(key: string, tokens: number, now: number): void {
    if (tokens < this.#tokens(key, now)) this.#buckets.set(key, { tokens, at: now })
  }

  /** Forgets buckets that are full again. */
  tidy(now: number): void {
    const { burst, refillMs } = this.#rule
    this.#buckets.forget(({ tokens, at }) => tokens + (now - at) / refillMs >= burst)
  }

  #tokens(key: string, now: number): number {
    const { burst, refillMs } = this.#rule
    const bucket = this.#buckets.get(key)
    return bucket ? Math.min(burst, bucket.tokens + (now - bucket.at) / refillMs) : burst
  }
}
