// Token buckets that all casters share. Each caster takes from its own buckets at once and reports what is not given
// back, a few tokens at a time; the answer is how much all casters have taken. So a caster exceeds the common limit by
// at most those few tokens, and typing errors and unknown names, which are never many, cost no query.

import { ForgetfulMap } from './forgetful-map.ts'
import { type BucketRule, TokenBuckets } from './token-buckets.ts'

/** Tokens per report. */
const TOLD_TOGETHER = 5

export class SharedBuckets {
  readonly #rule: BucketRule
  readonly #own: TokenBuckets
  readonly #untold: ForgetfulMap<number>

  constructor(rule: BucketRule, mostRemembered: number) {
    this.#rule = rule
    this.#own = new TokenBuckets(rule, mostRemembered)
    this.#untold = new ForgetfulMap(mostRemembered)
  }

  waitMs(key: string, now: number): number {
    return this.#own.waitMs(key, now)
  }

  take(key: string, now: number): void {
    this.#own.take(key, now)
  }

  giveBack(key: string, now: number): void {
    this.#own.giveBack(key, now)
  }

  /** Call if the token is not given back. Returns what is to be reported now, as refill time; 0 if it can wait. */
  keep(key: string): number {
    const untold = (this.#untold.get(key) ?? 0) + 1
    if (untold < TOLD_TOGETHER) {
      this.#untold.set(key, untold)
      return 0
    }
    this.#untold.delete(key)
    return untold * this.#rule.refillMs
  }

  /** Applies what all casters together have taken. */
  learn(key: string, takenMs: number, now: number): void {
    this.#own.leave(key, this.#rule.burst - takenMs / this.#rule.refillMs, now)
  }
}
