// How fast passwords may be guessed. What is limited is how often a password is looked at that may be wrong: of one user name from one
// address, and of one user name from all addresses together. Beyond that an attempt waits for its turn, and beyond ten seconds of
// waiting it is turned away unseen: it neither costs nor tells anything.
//
// Nobody is locked out. A right password gives back what it took. Who was let in with this password from this address before never
// waits, however much others guess. One address uses up its own share long before that of the user name, so a rover elsewhere does not
// notice it; only hundreds of addresses that guess at one name together make a rover wait that comes from a new address, and it then
// stands in one line with them. Names that nobody has are treated alike, so that nothing tells them apart.
import { clientOf } from '../domain/client-address.ts'
import type { Credentials } from '../ntrip/basic.ts'
import { ForgetfulMap, keyOf } from './forgetful-map.ts'

const FROM_ONE_ADDRESS = { burst: 60, refillMs: 500 }
const FROM_ALL = { burst: 300, refillMs: 50 }
const LONGEST_WAIT_MS = 10_000
const MOST_REMEMBERED = 20_000

interface Bucket {
  readonly tokens: number
  readonly at: number
}

class Buckets {
  readonly #rule: { readonly burst: number; readonly refillMs: number }
  readonly #buckets = new ForgetfulMap<Bucket>(MOST_REMEMBERED)

  constructor(rule: { readonly burst: number; readonly refillMs: number }) {
    this.#rule = rule
  }

  /** Until there is one to take. */
  waitMs(key: string, now: number): number {
    return Math.max(0, (1 - this.#tokens(key, now)) * this.#rule.refillMs)
  }

  take(key: string, now: number): void {
    this.#buckets.set(key, { tokens: this.#tokens(key, now) - 1, at: now })
  }

  giveBack(key: string, now: number): void {
    const tokens = Math.min(this.#rule.burst, this.#tokens(key, now) + 1)
    if (tokens === this.#rule.burst) this.#buckets.delete(key)
    else this.#buckets.set(key, { tokens, at: now })
  }

  #tokens(key: string, now: number): number {
    const { burst, refillMs } = this.#rule
    const bucket = this.#buckets.get(key)
    return bucket ? Math.min(burst, bucket.tokens + (now - bucket.at) / refillMs) : burst
  }
}

/** One look at a password. */
export interface Guess {
  readonly waitMs: number
  /** To be told what became of it; not at all, when nobody knows. */
  answered(right: boolean): void
}

export class Guesses {
  readonly #fromOne = new Buckets(FROM_ONE_ADDRESS)
  readonly #fromAll = new Buckets(FROM_ALL)
  readonly #known = new ForgetfulMap<true>(MOST_REMEMBERED)

  /** null: it is turned away. */
  attempt({ username, password }: Credentials, address: string, now: number): Guess | null {
    const client = clientOf(address)
    const login = keyOf(username, client, password)
    if (this.#known.get(login)) {
      const answered = (right: boolean) => (right ? this.#known.set(login, true) : this.#known.delete(login))
      return { waitMs: 0, answered }
    }
    const [here, name] = [keyOf(username, client), keyOf(username)]
    const waitMs = Math.max(this.#fromOne.waitMs(here, now), this.#fromAll.waitMs(name, now))
    if (waitMs > LONGEST_WAIT_MS) return null
    this.#fromOne.take(here, now)
    this.#fromAll.take(name, now)
    const answered = (right: boolean) => {
      if (!right) return
      this.#known.set(login, true)
      this.#fromOne.giveBack(here, now)
      this.#fromAll.giveBack(name, now)
    }
    return { waitMs, answered }
  }
}
