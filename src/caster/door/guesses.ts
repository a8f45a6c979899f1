// How fast passwords may be guessed. What is limited is how often a password is looked at that may be wrong: of one user name from one
// address, and of one user name from all addresses together. Beyond that an attempt waits for its turn, and beyond ten seconds of
// waiting it is turned away unseen: it neither costs nor tells anything.
//
// Nobody is locked out. A right password gives back what it took. Who was let in with this password from this address before never
// waits, however much others guess. One address uses up its own share long before that of the user name, so a rover elsewhere does not
// notice it; only hundreds of addresses that guess at one name together make a rover wait that comes from a new address, and it then
// stands in one line with them. Names that nobody has are treated alike, so that nothing tells them apart.
import { clientOf } from '../../domain/client-address.ts'
import type { Credentials } from '../../ntrip/basic.ts'
import { Buckets } from './buckets.ts'
import { ForgetfulMap, keyOf } from './forgetful-map.ts'

const GUESSED_FROM_ONE_ADDRESS = { burst: 60, refillMs: 500 }
const GUESSED_FROM_ALL = { burst: 300, refillMs: 50 }
const LONGEST_WAIT_MS = 10_000
const MOST_REMEMBERED = 20_000

/** A user name with its password, from an address. */
export interface Login {
  readonly username: string
  readonly client: string
  /** Of all three. */
  readonly key: string
}

export function loginOf({ username, password }: Credentials, address: string): Login {
  const client = clientOf(address)
  return { username, client, key: keyOf(username, client, password) }
}

/** Whose password it was. */
export interface Holder {
  readonly id: number
  readonly maxSessions: number
}

/** One look at a password. */
export interface Guess {
  readonly waitMs: number
  /** To be told whose it is, or that it was wrong. */
  answered(holder: Holder | null): void
  /** Nobody looked at it, and nobody learned anything: it costs nothing. */
  unanswered(): void
}

export class Guesses {
  readonly #fromOne = new Buckets(GUESSED_FROM_ONE_ADDRESS, MOST_REMEMBERED)
  readonly #fromAll = new Buckets(GUESSED_FROM_ALL, MOST_REMEMBERED)
  readonly #known = new ForgetfulMap<Holder>(MOST_REMEMBERED)

  /** Whose it was when it was looked at last; undefined: it was not, or was wrong. */
  holderOf(login: Login): Holder | undefined {
    return this.#known.get(login.key)
  }

  /** null: it is turned away. */
  attempt(login: Login, now: number): Guess | null {
    const learn = (holder: Holder | null) => {
      if (!holder) return this.#known.delete(login.key)
      const { id, maxSessions } = holder
      return this.#known.set(login.key, { id, maxSessions })
    }
    if (this.#known.get(login.key)) return { waitMs: 0, answered: learn, unanswered() {} }
    const [here, name] = [keyOf(login.username, login.client), keyOf(login.username)]
    const waitMs = Math.max(this.#fromOne.waitMs(here, now), this.#fromAll.waitMs(name, now))
    if (waitMs > LONGEST_WAIT_MS) return null
    this.#fromOne.take(here, now)
    this.#fromAll.take(name, now)
    const unanswered = () => {
      this.#fromOne.giveBack(here, now)
      this.#fromAll.giveBack(name, now)
    }
    const answered = (holder: Holder | null) => {
      if (!holder) return
      learn(holder)
      unanswered()
    }
    return { waitMs, answered, unanswered }
  }
}
