// A credential that reconnects several times a second is slowed down: the credential, not its address, behind which a whole
// carrier may sit. Whoever does not know the password cannot slow its owner down.
import { ForgetfulMap } from './forgetful-map.ts'

const BURST = 10
const REFILL_MS = 3_000
const LONGEST_DELAY_MS = 10_000
const MOST_REMEMBERED = 50_000

interface Bucket {
  readonly tokens: number
  readonly at: number
}

export class Storm {
  readonly #buckets = new ForgetfulMap<Bucket>(MOST_REMEMBERED)

  /** How long to let this attempt wait; `login`: the key of a user name with its password. */
  delayMs(login: string, now: number): number {
    const bucket = this.#buckets.get(login) ?? { tokens: BURST, at: now }
    const tokens = Math.min(BURST, bucket.tokens + (now - bucket.at) / REFILL_MS) - 1
    const owed = Math.max(tokens, -LONGEST_DELAY_MS / REFILL_MS)
    this.#buckets.set(login, { tokens: owed, at: now })
    return owed >= 0 ? 0 : -owed * REFILL_MS
  }

  /** Forgets who has been calm for long. */
  tidy(now: number): void {
    this.#buckets.forget(({ tokens, at }) => tokens + (now - at) / REFILL_MS >= BURST)
  }
}
