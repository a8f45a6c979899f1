// Buckets that all casters draw from. Each takes from its own at once and, of what is not given back, tells the others a few at a time; whoever
// tells learns how much all have taken together. So no caster lets more through than those few beyond what all may, and typing errors
// and made-up names, which are never many, cost nobody a question.
import { type BucketRule, Buckets } from './buckets.ts'
import { ForgetfulMap } from './forgetful-map.ts'

/** So many are told together. */
const TOLD_TOGETHER = 5

export class SharedBuckets {
  readonly #rule: BucketRule
  readonly #own: Buckets
  readonly #untold: ForgetfulMap<number>

  constructor(rule: BucketRule, mostRemembered: number) {
    this.#rule = rule
    this.#own = new Buckets(rule, mostRemembered)
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

  /** What was taken stays so. Returns what is to be told of it now, in the time that it takes to be there again; 0: it can wait. */
  keep(key: string): number {
    const untold = (this.#untold.get(key) ?? 0) + 1
    if (untold < TOLD_TOGETHER) {
      this.#untold.set(key, untold)
      return 0
    }
    this.#untold.delete(key)
    return untold * this.#rule.refillMs
  }

  /** All casters together have taken as much. */
  learn(key: string, takenMs: number, now: number): void {
    this.#own.leave(key, this.#rule.burst - takenMs / this.#rule.refillMs, now)
  }
}
