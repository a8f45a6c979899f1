import { ConfigError, integer, list } from './values.ts'

/** Default days; `null` means forever. */
const RETENTION_DAYS = {
  sessions: 180,
  positions: 30,
  deliveries: 30,
  failedDeliveries: 90,
  events: null,
  mails: 90,
  customerMails: 730,
  customers: null,
  audit: null,
} as const

export type Retention = {
  readonly [Kind in keyof typeof RETENTION_DAYS as `${Kind}Ms`]: (typeof RETENTION_DAYS)[Kind] extends null
    ? number | null
    : number
}

/** Owners can read events for this long, see EVENTS_SHOWN_MS. */
const LEAST_EVENTS_DAYS = 90
/** Deliveries need their events while they are stored and retried. */
const EVENTS_AFTER_DELIVERIES_DAYS = 30
/** The database keeps at least this many days (audit_retention in migrations/0001_baseline.sql). */
const LEAST_AUDIT_DAYS = 90

/** `sessions=90,audit=730`: days, or `never` where that is allowed. Kinds that are not named keep their default. */
export function retention(value: string | null): Retention {
  const days: Record<string, number | null> = { ...RETENTION_DAYS }
  for (const part of list(value ?? '')) {
    const [kind = '', wish = '', ...rest] = part.split('=').map((side) => side.trim())
    if (!Object.hasOwn(RETENTION_DAYS, kind) || rest.length > 0)
      throw new ConfigError(
        `RETENTION: expected KIND=DAYS with one of ${Object.keys(RETENTION_DAYS).join(', ')}, got "${part}"`,
      )
    const mayStay = RETENTION_DAYS[kind as keyof typeof RETENTION_DAYS] === null
    days[kind] = mayStay && wish === 'never' ? null : integer(`RETENTION: ${kind}`, wish, 0, 1, 36_500)
  }
  const afterDeliveries = Math.max(days.deliveries!, days.failedDeliveries!) + EVENTS_AFTER_DELIVERIES_DAYS
  const leastEvents = Math.max(LEAST_EVENTS_DAYS, afterDeliveries)
  if (days.events !== null && days.events! < leastEvents)
    throw new ConfigError(
      `RETENTION: events: expected at least ${leastEvents} days, because deliveries are kept that long`,
    )
  if (days.audit !== null && days.audit! < LEAST_AUDIT_DAYS)
    throw new ConfigError(`RETENTION: audit: expected at least ${LEAST_AUDIT_DAYS} days`)
  const kept = Object.entries(days).map(([kind, count]) => [`${kind}Ms`, count === null ? null : count * 86_400_000])
  return Object.fromEntries(kept)
}
