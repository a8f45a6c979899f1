// How long what is kept. Null: for good.
import { DAY_MS } from '../time/units.ts'

export interface Retention {
  /** Sessions of rovers and refused attempts. */
  readonly sessionsMs: number
  /** Where rovers were. */
  readonly positionsMs: number
  readonly deliveriesMs: number
  readonly failedDeliveriesMs: number
  /** What webhooks were or would have been told. */
  readonly eventsMs: number | null
  readonly mailsMs: number
  /** Those about a credential, which stand on it. */
  readonly customerMailsMs: number
  /** Names and addresses of customers, after the end of what they had. */
  readonly customersMs: number | null
  readonly auditMs: number | null
}

/** The beginning of a day, so that what is removed goes once a day and one entry tells of much. */
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
