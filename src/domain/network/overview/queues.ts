// What is owed to others, and when it is late. What is due goes out within seconds; what still waits after minutes, although whoever should
// take it answers, waits for a worker that does not work.
import { MINUTE_MS } from '../../time/units.ts'

/** Webhooks, or mails. */
export interface Queue {
  /** So many or, when it is as many as are counted, more. */
  readonly waiting: number
  /** Of the one that has waited longest; null: nothing waits. */
  readonly oldestAt: Date | null
  /** Since when something could have gone out and nobody has taken it; null: nothing is due. What fails and is tried again does not count. */
  readonly dueSince: Date | null
}

export const LATE_AFTER_MS = 5 * MINUTE_MS

export const secondsSince = (at: Date | null, now: Date): number =>
  at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000)

export const isLate = ({ dueSince }: Pick<Queue, 'dueSince'>, now: Date): boolean =>
  secondsSince(dueSince, now) * 1000 >= LATE_AFTER_MS
