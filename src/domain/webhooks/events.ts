import { DAY_MS } from '../time/units.ts'

export const EVENT_TYPES = [
  'order.paid',
  'credential.issued',
  'credential.expired',
  'credential.revoked',
  'credential.renewed',
  'credential.suspended',
  'credential.resumed',
  'credential.updated',
  'station.status_changed',
  'station.alarm',
  'rinex.ready',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export const DEFAULT_EVENT_TYPES: readonly EventType[] = ['order.paid', 'credential.issued', 'credential.expired']

/** Station events concern every owner: one event without an owner. */
export const isCommon = (type: DeliveryType): boolean => type.startsWith('station.')

/** Types of deliveries: subscribed events, and tests. */
export const DELIVERY_TYPES = [...EVENT_TYPES, 'webhook.test'] as const
export type DeliveryType = (typeof DELIVERY_TYPES)[number]

/** Type under which sample events are stored. The sample and its delivery have the type of the event. */
export const SAMPLE_EVENT = 'webhook.sample'

/** How far back owners can read events; also the min retention. */
export const EVENTS_SHOWN_MS = 90 * DAY_MS

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

type Random = (length: number, alphabet: string) => string

export const eventId = (at: Date, random: Random): string => growingId('evt', at, random)

/** A prefix, 10 characters of time, 16 random ones. Ids grow with time, so inserts hit the cached part of the index. */
export function growingId(prefix: string, at: Date, random: Random): string {
  let time = at.getTime()
  let digits = ''
  for (let place = 0; place < 10; place++) {
    digits = CROCKFORD[time % 32] + digits
    time = Math.floor(time / 32)
  }
  return `${prefix}_${digits}${random(16, CROCKFORD)}`
}
