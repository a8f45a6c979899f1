// The body of a delivery. Its bytes are made once, when the event happens.
import { Type } from 'typebox'
import { isoTime } from '../../domain/text/iso-time.ts'
import { EVENT_TYPES, type EventType } from '../../domain/webhooks/events.ts'
import { DateTime, Ref } from '../common.ts'
import { EventCredentialSchema } from '../credentials/credential.ts'
import { OrderSchema } from '../orders/order.ts'

const envelope = (type: EventType, data: ReturnType<typeof Type.Object>) =>
  Type.Object({
    id: Type.String({
      description: 'Constant over retries: use it to recognise a delivery that you have seen.',
      examples: ['evt_01KA2M4T8Z9Q3V5X7Y1W2R6BCD'],
    }),
    type: Type.Literal(type),
    timestamp: DateTime('When it happened.', '2026-11-14T18:20:00.000Z'),
    api_version: Type.Literal('v1'),
    data,
  })

const withCredential = Type.Object({ credential: Ref(EventCredentialSchema) })
const withOrder = Type.Object({
  order: OrderSchema,
  credential: Ref(EventCredentialSchema),
})

const WHEN: Record<EventType, string> = {
  'order.paid': 'An order was paid.',
  'credential.issued': 'A credential was issued.',
  'credential.expired': 'A credential reached its `expira_at` without having been revoked. Once per credential.',
  'credential.revoked': 'A credential was revoked.',
}

/** For the `webhooks` part of the OpenAPI description. */
export const EventSchemas = EVENT_TYPES.map((type) => ({
  type,
  when: WHEN[type],
  schema: envelope(type, type === 'order.paid' ? withOrder : withCredential),
}))

export function eventBody(event: { id: string; type: EventType | 'webhook.test'; at: Date }, data: object): string {
  return JSON.stringify({ id: event.id, type: event.type, timestamp: isoTime(event.at), api_version: 'v1', data })
}

/** The same event, of a customer whose data were erased. */
export function withoutCustomer(body: string): string {
  const event = JSON.parse(body)
  const { credential, order } = event.data ?? {}
  if (credential) Object.assign(credential, { label: null, cliente_nombre: null, cliente_email: null })
  if (order) Object.assign(order, { cliente_nombre: '', cliente_email: '' })
  return JSON.stringify(event)
}
