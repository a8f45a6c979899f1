import { DAY_MS, SECOND_MS } from '../time/units.ts'

const JITTER = 0.2
const LONGEST_WISH_MS = DAY_MS

/** A webhook is deactivated after failing continuously for this long. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS

export interface RetryRules {
  /** Delays since the previous attempt; after the last one the delivery has failed. */
  readonly delaysMs: readonly number[]
  /** In [0, 1). Jitter prevents deliveries that failed together from retrying together. */
  readonly random: number
  /** Retry-After header of the receiver; applies if later than our delay, up to a limit. */
  readonly retryAfter: string | null
}

/** Next attempt after `attempts` failures, or `null` if there is none. */
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
