// Queues of webhook deliveries and mails. Items that are due go out within seconds. An item that is still untaken after
// minutes means that the worker does not work.
import { MINUTE_MS } from '../../time/units.ts'

export interface Queue {
  /** Number of waiting items; a lower bound if it equals the counting limit. */
  readonly waiting: number
  /** Creation time of the oldest item; `null` if the queue is empty. */
  readonly oldestAt: Date | null
  /** Since when an item is due and untaken; `null` if none is. Retries after a failure do not count. */
  readonly dueSince: Date | null
}

export const LATE_AFTER_MS = 5 * MINUTE_MS

export const secondsSince = (at: Date | null, now: Date): number =>
  at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000)

export const isLate = ({ dueSince }: Pick<Queue, 'dueSince'>, now: Date): boolean =>
  secondsSince(dueSince, now) * 1000 >= LATE_AFTER_MS
