// Limits how often a credential may connect. A device that reconnects several times a second is slowed down by login
// and address, so that neither others behind a carrier's address nor the rest of its fleet are affected. The limit
// counts per session: a credential for a hundred devices may connect a hundred times as often. A client without the
// password delays no other client.

import type { Holder } from './password-guesses.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Token bucket of connection attempts: per login (user name, password and address), times its allowed sessions. */
export const COMING = { burst: 10, refillMs: 3_000 }
/**
 * Token bucket of sessions that replace an older session of their credential: per credential, times its allowed
 * sessions. Only clients at several addresses that keep replacing each other reach this limit.
 */
const REPLACING = { burst: 30, refillMs: 1_000 }
const MOST_REMEMBERED = 50_000

export class ReconnectLimits {
  readonly #coming = new TokenBuckets(COMING, MOST_REMEMBERED)
  readonly #replacing = new TokenBuckets(REPLACING, MOST_REMEMBERED)

  /** Counts the attempt and returns its wait. `login`: hash of user name, password and address. */
  delayMs(login: string, { maxSessions }: Pick<Holder, 'maxSessions'>, now: number): number {
    const delay = this.#coming.waitMs(login, now, 1 / maxSessions)
    this.#coming.take(login, now, 1 / maxSessions)
    return delay
  }

  /** Counts an attempt that was accepted before its credential was known. */
  count(login: string, { maxSessions }: Pick<Holder, 'maxSessions'>, now: number): void {
    this.#coming.take(login, now, 1 / maxSessions)
  }

  /** Call if the attempt ends unchecked: its client left, or too many clients wait. */
  giveBack(login: string, { maxSessions }: Pick<Holder, 'maxSessions'>, now: number): void {
    this.#coming.giveBack(login, now, 1 / maxSessions)
  }

  /** Whether one more session may replace an older one of its credential; counts if so. */
  mayReplace({ id, maxSessions }: Holder, now: number): boolean {
    if (this.#replacing.waitMs(String(id), now, 1 / maxSessions) > 0) return false
    this.#replacing.take(String(id), now, 1 / maxSessions)
    return true
  }

  /** Forgets logins and credentials that are within their limits again. */
  tidy(now: number): void {
    this.#coming.tidy(now)
    this.#replacing.tidy(now)
  }
}
