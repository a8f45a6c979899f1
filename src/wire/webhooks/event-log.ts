// The log of events, with or without a delivery, as they were signed.
import { type Static, Type } from 'typebox'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { DELIVERY_TYPES, type DeliveryType } from '../../domain/webhooks/events.ts'
import { As, Form, NextCursor, Ok, PageQuery, Words } from '../common.ts'
import { TimeAsked, timeIn } from '../time-asked.ts'
import { EventTypeSchema } from './delivery.ts'
import { EventSchema } from './event.ts'

const ORDERS = ['desc', 'asc'] as const
const OrderSchema = Words('ListOrder', ORDERS, 'Order of a list.')
const EVENT_ID = '^evt_[0-9A-Z]{26}$'

export const EventQuery = Type.Object({
  ...PageQuery,
  tipo: Type.Optional(As(EventTypeSchema, 'Only events of this type.')),
  desde: Type.Optional(TimeAsked('Only events recorded at or after this time.')),
  hasta: Type.Optional(TimeAsked('Only events recorded before this time.')),
  orden: Type.Optional(
    As(OrderSchema, '`desc` (default): newest first. `asc`: oldest first; new events are only added at the end.'),
  ),
  despues_de: Type.Optional(
    Type.String({
      maxLength: 30,
      ...Form(EVENT_ID),
      description:
        'Only events after the event with this `id`, oldest first; implies `orden=asc`. An unknown id, or the id of an event that is no longer kept, returns 400.',
      examples: ['evt_01KA2M4T8Z9Q3V5X7Y1W2R6BCD'],
    }),
  ),
})

export const eventPageExample = {
  ok: true,
  eventos: [
    {
      id: 'evt_01KA2M4T8Z9Q3V5X7Y1W2R6BCD',
      type: 'webhook.test',
      timestamp: '2026-11-14T18:20:00.000Z',
      api_version: 'v1',
      data: {},
    },
  ],
  next_cursor: null,
}

export const EventList = Type.Object(
  { ok: Ok, eventos: Type.Array(EventSchema), next_cursor: NextCursor },
  {
    title: 'EventPage',
    description: 'A page of events, each with the body that was or would have been sent to a webhook.',
  },
)

export function eventFilterFromWire(query: Static<typeof EventQuery>) {
  return {
    types: query.tipo ? [query.tipo as DeliveryType] : DELIVERY_TYPES,
    since: timeIn(query, 'desde'),
    until: timeIn(query, 'hasta'),
  }
}

export function isOldestFirst({ orden, despues_de: after }: Static<typeof EventQuery>): boolean {
  if (after !== undefined && orden === 'desc') throw invalid(wrong(['orden'], 'not_one_of', { choices: ['asc'] }))
  return after !== undefined || orden === 'asc'
}

export const unknownEventId = () => invalid(wrong(['despues_de'], 'unknown_event_id'))

/** The bodies are already JSON, and stay byte for byte as they were signed. */
export const eventPageText = (bodies: readonly string[], nextCursor: string | null): string =>
  `{"ok":true,"eventos":[${bodies.join(',')}],"next_cursor":${JSON.stringify(nextCursor)}}`

export interface EventOnWire {
  readonly id: string
  readonly type: string
}

/** Query of an API client, such as the CLI. Newest first unless `isOldestFirst`. `after`: id of an event. */
export const eventQueryToWire = (asked: { limit: number; isOldestFirst?: boolean; after?: string | null }) =>
  new URLSearchParams({
    limit: String(asked.limit),
    ...(asked.isOldestFirst && { orden: 'asc' }),
    ...(asked.after && { despues_de: asked.after }),
  })

/** Events in a response, for an API client; `null` if the body is not a page of events. */
export function eventsFromWire(body: object | null): readonly EventOnWire[] | null {
  const { eventos } = (body ?? {}) as { eventos?: EventOnWire[] }
  return Array.isArray(eventos) ? eventos : null
}
