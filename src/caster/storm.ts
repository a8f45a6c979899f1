// A credential that reconnects several times a second is slowed down: the credential, not its address, behind which a whole
// carrier may sit. Whoever does not know the password cannot slow its owner down.

const BURST = 10
const REFILL_MS = 3_000
const LONGEST_DELAY_MS = 10_000
const MOST_REMEMBERED = 100_000

interface Bucket {
  tokens: number
  at: number
}

export class Storm {
  readonly #buckets = new Map<string, Bucket>()

  /** How long to let this attempt wait. */
  delayMs(username: string, password: string, now: number): number {
    const key = `${username}\0${password}`
    const bucket = this.#buckets.get(key) ?? { tokens: BURST, at: now }
    const tokens = Math.min(BURST, bucket.tokens + (now - bucket.at) / REFILL_MS) - 1
    const owed = Math.max(tokens, -LONGEST_DELAY_MS / REFILL_MS)
    this.#buckets.delete(key) // and in again at the end: the first ones are the oldest
    this.#buckets.set(key, { tokens: owed, at: now })
    if (this.#buckets.size > MOST_REMEMBERED) this.#buckets.delete(this.#buckets.keys().next().value!)
    return owed >= 0 ? 0 : -owed * REFILL_MS
  }

  /** Forgets who has been calm for long. */
  tidy(now: number): void {
    for (const [key, { tokens, at }] of this.#buckets) {
      if (tokens + (now - at) / REFILL_MS >= BURST) this.#buckets.delete(key)
    }
  }
}
