// Retention periods; `null` means forever.
import { DAY_MS } from '../time/units.ts'

export interface Retention {
  /** Rover sessions and rejected attempts. */
  readonly sessionsMs: number
  readonly positionsMs: number
  readonly deliveriesMs: number
  readonly failedDeliveriesMs: number
  readonly eventsMs: number | null
  readonly mailsMs: number
  /** Mails about a credential, which its page lists. */
  readonly customerMailsMs: number
  /** Customers' names and addresses, after their last credential ended. */
  readonly customersMs: number | null
  readonly auditMs: number | null
}

/** Rounds down to a day, so that rows are deleted once a day with one audit entry. */
export const wholeDaysAgo = (now: Date, ms: number): Date =>
  new Date(Math.floor((now.getTime() - ms) / DAY_MS) * DAY_MS)

export const DEFAULT_RETENTION: Retention = {
  sessionsMs: 180 * DAY_MS,
  positionsMs: 30 * DAY_MS,
  deliveriesMs: 30 * DAY_MS,
  failedDeliveriesMs: 90 * DAY_MS,
  eventsMs: null,
  mailsMs: 90 * DAY_MS,
  customerMailsMs: 2 * 365 * DAY_MS,
  customersMs: null,
  auditMs: null,
}
