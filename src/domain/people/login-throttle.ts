// Throttles sign-in attempts: some are free, then each failure doubles the wait, up to a limit that a person can sit
// out. Accounts are never locked. Reasons: docs/decisions/0009-console-login.md.
import { MINUTE_MS } from '../time/units.ts'

export interface Rule {
  readonly free: number
  readonly longestWaitMs: number
}

const FIRST_WAIT_MS = 1_000
/** A counter without attempts for this long is reset. */
export const FORGOTTEN_AFTER_MS = 24 * 60 * MINUTE_MS

export const RULES = {
  /** One account from one address: a guesser, or a user who forgot the password. */
  pair: { free: 5, longestWaitMs: 15 * MINUTE_MS },
  /** Many accounts from one address. An office shares an address, so more attempts are free. */
  address: { free: 30, longestWaitMs: 15 * MINUTE_MS },
  /** One account from many addresses. Short, because it also affects the real user on a new browser. */
  account: { free: 20, longestWaitMs: MINUTE_MS },
  /** One account on a known browser; the other rules do not apply to it. */
  device: { free: 10, longestWaitMs: 15 * MINUTE_MS },
  /** Six digits; an attacker at this stage already knows the password. */
  secondFactor: { free: 5, longestWaitMs: 15 * MINUTE_MS },
  /** Password links requested from one address. An office shares an address. */
  linkAddress: { free: 10, longestWaitMs: 15 * MINUTE_MS },
  /** Password links for one account, from any address. Each request sends an e-mail to the user. */
  linkAccount: { free: 3, longestWaitMs: 15 * MINUTE_MS },
  /** Responses of the SSO provider, from one address. An office shares an address. */
  provider: { free: 30, longestWaitMs: 15 * MINUTE_MS },
  /** Password re-entry by a signed-in user. */
  ownPassword: { free: 5, longestWaitMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Rule>

export interface Counter {
  readonly failures: number
  readonly lastAt: Date
  readonly blockedUntil: Date | null
}

/** Milliseconds until the next attempt is allowed; 0 if allowed now. */
export const waitOf = ({ blockedUntil }: Counter, now: Date): number =>
  Math.max(0, (blockedUntil?.getTime() ?? 0) - now.getTime())

/** Counts one more attempt; it counts as a failure until it succeeds. */
export function counted({ failures, lastAt }: Counter, { free, longestWaitMs }: Rule, now: Date): Counter {
  const rested = now.getTime() - lastAt.getTime() >= FORGOTTEN_AFTER_MS
  const total = (rested ? 0 : failures) + 1
  const wait = total < free ? 0 : Math.min(longestWaitMs, FIRST_WAIT_MS * 2 ** Math.min(total - free, 30))
  return { failures: total, lastAt: now, blockedUntil: wait === 0 ? null : new Date(now.getTime() + wait) }
}
