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

const RANDOM_LENGTH = 16

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
  return `${prefix}_${digits}${random(RANDOM_LENGTH, CROCKFORD)}`
}

/** Ids that grow with every call, also within a millisecond and if the clock is set back. */
export class GrowingIds {
  readonly #prefix: string
  readonly #random: Random
  #last = ''

  constructor(prefix: string, random: Random) {
    this.#prefix = prefix
    this.#random = random
  }

  next(at: Date): string {
    const id = growingId(this.#prefix, at, this.#random)
    this.#last = id > this.#last ? id : incremented(this.#last)
    return this.#last
  }
}

/** Adds one to the random part. */
function incremented(id: string): string {
  let place = id.length - 1
  const start = id.length - RANDOM_LENGTH
  while (place >= start && id[place] === 'Z') place--
  if (place < start) throw new Error('more ids in a millisecond than there are')
  const digit = CROCKFORD[CROCKFORD.indexOf(id[place]!) + 1]
  return id.slice(0, place) + digit + '0'.repeat(id.length - place - 1)
}
