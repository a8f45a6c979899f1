// What happens in the service and is told to whoever subscribed.
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
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export const DEFAULT_EVENT_TYPES: readonly EventType[] = ['order.paid', 'credential.issued', 'credential.expired']

/** Events of stations happen to everybody: one event, which belongs to no owner. */
export const isCommon = (type: DeliveryType): boolean => type.startsWith('station.')

/** What can be on its way to a webhook: what it subscribed to, and what somebody sends to try it. */
export const DELIVERY_TYPES = [...EVENT_TYPES, 'webhook.test'] as const
export type DeliveryType = (typeof DELIVERY_TYPES)[number]

/** Type under which samples of events are kept. The sample itself and its delivery have the type of the event. */
export const SAMPLE_EVENT = 'webhook.sample'

/** As far back as owners may read them, and so long they are kept at least. */
export const EVENTS_SHOWN_MS = 90 * DAY_MS

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `evt_` and 10 characters of time before 16 random ones: ids grow with time, so the index they live in stays warm. */
export function eventId(at: Date, random: (length: number, alphabet: string) => string): string {
  let time = at.getTime()
  let digits = ''
  for (let place = 0; place < 10; place++) {
    digits = CROCKFORD[time % 32] + digits
    time = Math.floor(time / 32)
  }
  return `evt_${digits}${random(16, CROCKFORD)}`
}
