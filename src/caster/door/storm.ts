// How often a credential may come. Who reconnects several times a second is slowed down: the login from that address, so that neither
// others behind a carrier's address nor the rest of its fleet pay for one device in a loop. What is allowed is counted by session: a
// credential for a hundred devices may come a hundred times as often. Whoever does not know the password slows nobody down.
import { Buckets } from './buckets.ts'
import type { Holder } from './guesses.ts'

/** A session, from one address: so often it may come. */
export const COMING = { burst: 10, refillMs: 3_000 }
/** A session, from anywhere: so often a credential may take the place of its own sessions. Several addresses at war with each other reach it, one in a loop does not. */
const REPLACING = { burst: 30, refillMs: 1_000 }
const MOST_REMEMBERED = 50_000

export class Storm {
  readonly #coming = new Buckets(COMING, MOST_REMEMBERED)
  readonly #replacing = new Buckets(REPLACING, MOST_REMEMBERED)

  /** How long to let this attempt wait, which counts. `login`: the key of a user name with its password and address. */
  delayMs(login: string, { maxSessions }: Pick<Holder, 'maxSessions'>, now: number): number {
    const delay = this.#coming.waitMs(login, now, 1 / maxSessions)
    this.#coming.take(login, now, 1 / maxSessions)
    return delay
  }

  /** One that was let in before it was known whose it is. */
  count(login: string, { maxSessions }: Pick<Holder, 'maxSessions'>, now: number): void {
    this.#coming.take(login, now, 1 / maxSessions)
  }

  /** It left while it waited. */
  giveBack(login: string, { maxSessions }: Pick<Holder, 'maxSessions'>, now: number): void {
    this.#coming.giveBack(login, now, 1 / maxSessions)
  }

  /** Whether one more may take the place of an older session of its credential, which counts if it may. */
  mayReplace({ id, maxSessions }: Holder, now: number): boolean {
    if (this.#replacing.waitMs(String(id), now, 1 / maxSessions) > 0) return false
    this.#replacing.take(String(id), now, 1 / maxSessions)
    return true
  }

  /** Forgets who has been calm for long. */
  tidy(now: number): void {
    this.#coming.tidy(now)
    this.#replacing.tidy(now)
  }
}
