// Limits how fast passwords can be guessed: checks of logins that may be wrong, per user name and address, and per user
// name. Beyond the limit an attempt waits, and beyond ten seconds of waiting it is rejected unchecked. All casters
// count together; while the database is unavailable, each counts alone.
//
// No client is locked out. A right password gives back what it took. A login that was accepted from its address before
// never waits. One address uses up its own share long before that of the user name; only if more than ten addresses
// keep guessing one name does a rover that connects from a new address have to wait. Unknown user names are treated
// alike, so that a client cannot distinguish them.

import type { Credentials } from '@vertice/ntrip'
import { settledWithin } from '../../../base/running/settled-within.ts'
import { SharedRound } from '../../../base/running/shared-round.ts'
import { clientOf } from '../../../domain/sessions/client-address.ts'
import { ForgetfulMap, keyOf } from './forgetful-map.ts'
import { SharedBuckets } from './shared-buckets.ts'

const GUESSED_FROM_ONE_ADDRESS = { burst: 60, refillMs: 500 }
const GUESSED_FROM_ALL = { burst: 300, refillMs: 50 }
const LONGEST_WAIT_MS = 10_000
const MOST_REMEMBERED = 20_000
/** Guesses within this time are reported to the database together. */
const APART_MS = 10
/** Max delay of a rejection while the wrong password is reported to the other casters. */
const LONGEST_TELLING_MS = 1_000

/**
 * Reports the tokens that wrong passwords used, as refill time in milliseconds by bucket key. Returns what all casters
 * together have used of these buckets.
 */
export type ReportGuesses = (takenMs: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, number>>

/** A user name with its password, from an address. */
export interface Login {
  readonly username: string
  readonly client: string
  /** Hash of user name, password and address. */
  readonly key: string
}

export function loginOf({ username, password }: Credentials, address: string): Login {
  const client = clientOf(address)
  return { username, client, key: keyOf(username, client, password) }
}

/** The credential of a right password. */
export interface Holder {
  readonly id: number
  readonly maxSessions: number
}

/** One check of a password. */
export interface Guess {
  readonly waitMs: number
  /** `null` for a wrong password. Await the promise: other casters learn of the guess before the client does. */
  answered(holder: Holder | null): Promise<void> | undefined
  /** Call if the password was not checked: the attempt then costs nothing. */
  unanswered(): void
}

export class PasswordGuesses {
  readonly #fromOne = new SharedBuckets(GUESSED_FROM_ONE_ADDRESS, MOST_REMEMBERED)
  readonly #fromAll = new SharedBuckets(GUESSED_FROM_ALL, MOST_REMEMBERED)
  readonly #known = new ForgetfulMap<Holder>(MOST_REMEMBERED)
  readonly #telling: SharedRound<ReadonlyMap<string, number>, ReadonlyMap<string, number>>

  constructor(tell: ReportGuesses) {
    this.#telling = new SharedRound(
      async (some) => {
        const all = await tell(sumOf(some))
        return some.map(() => all)
      },
      { apartMs: APART_MS },
    )
  }

  /** The credential at the last check; `undefined` if it was not checked or was wrong. */
  holderOf(login: Login): Holder | undefined {
    return this.#known.get(login.key)
  }

  /** `null` if the attempt is rejected. */
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

  /** Reports the used tokens to the other casters once enough of them have accumulated. */
  #tell(here: string, name: string): Promise<void> | undefined {
    const [fromHere, ofName] = [this.#fromOne.keep(here), this.#fromAll.keep(name)]
    const taken = new Map([[here, fromHere] as const, [name, ofName] as const].filter(([, ms]) => ms > 0))
    if (taken.size === 0) return undefined
    const learning = this.#telling.join(taken).then((all) => {
      const now = performance.now()
      if (taken.has(here)) this.#fromOne.learn(here, all.get(here)!, now)
      if (taken.has(name)) this.#fromAll.learn(name, all.get(name)!, now)
    })
    return settledWithin(learning, LONGEST_TELLING_MS)
  }
}

function sumOf(some: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>()
  for (const one of some) for (const [key, ms] of one) sum.set(key, (sum.get(key) ?? 0) + ms)
  return sum
}
