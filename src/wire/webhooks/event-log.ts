// The log of events: what was or would have been sent, as it was sent.
import { type Static, Type } from 'typebox'
import { DELIVERY_TYPES, type DeliveryType } from '../../domain/webhooks/events.ts'
import { As, NextCursor, Ok, PageQuery } from '../common.ts'
import { TimeAsked, timeIn } from '../time-asked.ts'
import { EventTypeSchema } from './delivery.ts'
import { EventSchema } from './event.ts'

export const EventQuery = Type.Object({
  ...PageQuery,
  tipo: Type.Optional(As(EventTypeSchema, 'Only events of this type.')),
  desde: Type.Optional(TimeAsked('Only events that were written at this time or later.')),
  hasta: Type.Optional(TimeAsked('Only events that were written before this time.')),
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
  { title: 'EventPage', description: 'A page of events, each as its body was or would have been sent.' },
)

export function eventFilterFromWire(query: Static<typeof EventQuery>) {
  return {
    types: query.tipo ? [query.tipo as DeliveryType] : DELIVERY_TYPES,
    since: timeIn(query, 'desde'),
    until: timeIn(query, 'hasta'),
  }
}

/** The bodies are JSON already, and stay byte for byte what was signed. */
export const eventPageText = (bodies: readonly string[], nextCursor: string | null): string =>
  `{"ok":true,"eventos":[${bodies.join(',')}],"next_cursor":${JSON.stringify(nextCursor)}}`

export interface EventOnWire {
  readonly id: string
  readonly type: string
  readonly timestamp: string
}

/** For callers of the API: the query for events since a time, newest first. */
export const eventQueryToWire = (asked: { limit: number; since?: Date | undefined; cursor?: string | null }) =>
  new URLSearchParams({
    limit: String(asked.limit),
    ...(asked.since && { desde: asked.since.toISOString() }),
    ...(asked.cursor && { cursor: asked.cursor }),
  })

/** For callers of the API; `null` if the body is no page of events. */
export function eventPageFromWire(
  body: object | null,
): { events: readonly EventOnWire[]; nextCursor: string | null } | null {
  const { eventos, next_cursor: nextCursor = null } = (body ?? {}) as { eventos?: EventOnWire[]; next_cursor?: string }
  return Array.isArray(eventos) ? { events: eventos, nextCursor } : null
}
