// How attempts to sign in are slowed down: so many are free, then each failure doubles the wait, up to a bound that a
// person can sit out. Nothing is ever locked. docs/decisions/0009-console-login.md has the reasons.
import { MINUTE_MS } from '../time/units.ts'

export interface Rule {
  readonly free: number
  readonly longestWaitMs: number
}

const FIRST_WAIT_MS = 1_000
/** A counter that rested so long starts anew. */
export const FORGOTTEN_AFTER_MS = 24 * 60 * MINUTE_MS

export const RULES = {
  /** One account from one address: somebody guesses, or has forgotten. */
  pair: { free: 5, longestWaitMs: 15 * MINUTE_MS },
  /** Many accounts from one address. An office shares one, so more is free. */
  address: { free: 30, longestWaitMs: 15 * MINUTE_MS },
  /** One account from many addresses. Short, because it also meets the real user, on a browser not seen before. */
  account: { free: 20, longestWaitMs: MINUTE_MS },
  /** One account on a browser that it was signed in with: the others do not apply to it. */
  device: { free: 10, longestWaitMs: 15 * MINUTE_MS },
  /** Six digits: whoever gets here knows the password already. */
  secondFactor: { free: 5, longestWaitMs: 15 * MINUTE_MS },
  /** Links for a new password, asked for from one address. An office shares one. */
  linkAddress: { free: 10, longestWaitMs: 15 * MINUTE_MS },
  /** Links for one account, asked for from any address. Each request sends an e-mail to the owner of the account. */
  linkAccount: { free: 3, longestWaitMs: 15 * MINUTE_MS },
  /** Answers of the provider of single sign-on, from one address. An office shares one. */
  provider: { free: 30, longestWaitMs: 15 * MINUTE_MS },
  /** The password asked again of somebody who is signed in. */
  ownPassword: { free: 5, longestWaitMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Rule>

export interface Counter {
  readonly failures: number
  readonly lastAt: Date
  readonly blockedUntil: Date | null
}

/** How long to wait before the next attempt; 0: it may come now. */
export const waitOf = ({ blockedUntil }: Counter, now: Date): number =>
  Math.max(0, (blockedUntil?.getTime() ?? 0) - now.getTime())

/** The counter after one more attempt, counted as a failure until it turns out otherwise. */
export function counted({ failures, lastAt }: Counter, { free, longestWaitMs }: Rule, now: Date): Counter {
  const rested = now.getTime() - lastAt.getTime() >= FORGOTTEN_AFTER_MS
  const total = (rested ? 0 : failures) + 1
  const wait = total < free ? 0 : Math.min(longestWaitMs, FIRST_WAIT_MS * 2 ** Math.min(total - free, 30))
  return { failures: total, lastAt: now, blockedUntil: wait === 0 ? null : new Date(now.getTime() + wait) }
}
