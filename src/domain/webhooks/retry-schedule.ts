// When a failed delivery is tried again.
import { DAY_MS, SECOND_MS } from '../time/units.ts'

const JITTER = 0.2
const LONGEST_WISH_MS = DAY_MS

/** Only failures for so long, and the webhook is deactivated. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS

export interface RetryRules {
  /** Each counted from the attempt before; after the last one the delivery has failed. */
  readonly delaysMs: readonly number[]
  /** In [0, 1): jitter keeps a crowd that failed together from coming back together. */
  readonly random: number
  /** What the receiver wishes; counts where it is later, within bounds. */
  readonly retryAfter: string | null
}

/** The next attempt after `attempts` have failed, or null when there is none. */
export function nextAttempt(attempts: number, at: Date, { delaysMs, random, retryAfter }: RetryRules): Date | null {
  const delay = delaysMs[attempts - 1]
  if (delay === undefined) return null
  const ours = delay * (1 - JITTER + 2 * JITTER * random)
  return new Date(at.getTime() + Math.max(ours, Math.min(wishedDelayMs(retryAfter, at), LONGEST_WISH_MS)))
}

/** RFC 9110, 10.2.3: seconds or a date. */
function wishedDelayMs(retryAfter: string | null, at: Date): number {
  if (retryAfter === null) return 0
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * SECOND_MS
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? 0 : Math.max(0, date - at.getTime())
}
