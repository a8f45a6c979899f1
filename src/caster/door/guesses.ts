// How fast passwords may be guessed. What is limited is how often a password is looked at that may be wrong: of one user name from one
// address, and of one user name from all addresses together. Beyond that an attempt waits for its turn, and beyond ten seconds of
// waiting it is turned away unseen: it neither costs nor tells anything. All casters count together; while nobody can be told, each for itself.
//
// Nobody is locked out. A right password gives back what it took. Who was let in with this password from this address before never
// waits, however much others guess. One address uses up its own share long before that of the user name, so a rover elsewhere does not
// notice it; only hundreds of addresses that guess at one name together make a rover wait that comes from a new address, and it then
// stands in one line with them. Names that nobody has are treated alike, so that nothing tells them apart.

import type { Credentials } from '@vertice/ntrip'
import { SharedRound } from '../../base/running/shared-round.ts'
import { soon } from '../../base/running/soon.ts'
import { clientOf } from '../../domain/sessions/client-address.ts'
import { ForgetfulMap, keyOf } from './forgetful-map.ts'
import { SharedBuckets } from './shared-buckets.ts'

const GUESSED_FROM_ONE_ADDRESS = { burst: 60, refillMs: 500 }
const GUESSED_FROM_ALL = { burst: 300, refillMs: 50 }
const LONGEST_WAIT_MS = 10_000
const MOST_REMEMBERED = 20_000
/** Of a crowd that guesses, so many are told together as come in this time. */
const APART_MS = 10
/** So long a wrong one waits until all casters know of it. */
const LONGEST_TELLING_MS = 1_000

/** Adds to what guesses took from all casters, in milliseconds by their keys; returns what all have taken together of these. */
export type TellGuesses = (takenMs: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, number>>

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
  /** To be told whose it is, or that it was wrong. Something to wait for: other casters are told before whoever guessed is. */
  answered(holder: Holder | null): Promise<void> | undefined
  /** Nobody looked at it, and nobody learned anything: it costs nothing. */
  unanswered(): void
}

export class Guesses {
  readonly #fromOne = new SharedBuckets(GUESSED_FROM_ONE_ADDRESS, MOST_REMEMBERED)
  readonly #fromAll = new SharedBuckets(GUESSED_FROM_ALL, MOST_REMEMBERED)
  readonly #known = new ForgetfulMap<Holder>(MOST_REMEMBERED)
  readonly #telling: SharedRound<ReadonlyMap<string, number>, ReadonlyMap<string, number>>

  constructor(tell: TellGuesses) {
    this.#telling = new SharedRound(
      async (some) => {
        const all = await tell(sumOf(some))
        return some.map(() => all)
      },
      { apartMs: APART_MS },
    )
  }

  /** Whose it was when it was looked at last; undefined: it was not, or was wrong. */
  holderOf(login: Login): Holder | undefined {
    return this.#known.get(login.key)
  }

  /** null: it is turned away. */
  attempt(login: Login, now: number): Guess | null {
    const learn = (holder: Holder | null) => this.#learn(login, holder)
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
      if (!holder) return this.#tell(here, name)
      unanswered()
      return learn(holder)
    }
    return { waitMs, answered, unanswered }
  }

  #learn({ key }: Login, holder: Holder | null): undefined {
    if (holder) this.#known.set(key, { id: holder.id, maxSessions: holder.maxSessions })
    else this.#known.delete(key)
  }

  /** What was taken, to the other casters, where it is time to. */
  #tell(here: string, name: string): Promise<void> | undefined {
    const [fromHere, ofName] = [this.#fromOne.keep(here), this.#fromAll.keep(name)]
    const taken = new Map([[here, fromHere] as const, [name, ofName] as const].filter(([, ms]) => ms > 0))
    if (taken.size === 0) return undefined
    const learning = this.#telling.join(taken).then((all) => {
      const now = performance.now()
      if (taken.has(here)) this.#fromOne.learn(here, all.get(here)!, now)
      if (taken.has(name)) this.#fromAll.learn(name, all.get(name)!, now)
    })
    return soon(learning, LONGEST_TELLING_MS)
  }
}

function sumOf(some: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>()
  for (const one of some) for (const [key, ms] of one) sum.set(key, (sum.get(key) ?? 0) + ms)
  return sum
}
