// The body of a webhook delivery. Its bytes are created once, with the event.
import { Type } from 'typebox'
import { isoTime } from '../../domain/text/iso-time.ts'
import { DELIVERY_TYPES, type DeliveryType } from '../../domain/webhooks/events.ts'
import { DateTime, Ref } from '../common.ts'
import { ChangedFieldSchema } from '../credentials/change.ts'
import { EventCredentialSchema } from '../credentials/credential.ts'
import { OrderSchema } from '../orders/order.ts'
import { AlarmData, StatusChangedData } from './station-event.ts'

/** For example CredentialIssuedEvent for `credential.issued`. */
const nameOf = (type: DeliveryType) =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const envelope = (type: DeliveryType, when: string, data: ReturnType<typeof Type.Object>) =>
  Type.Object(
    {
      id: Type.String({
        maxLength: 100,
        description: 'Constant over retries: use it to recognise a delivery that you have seen.',
        examples: ['evt_01KA2M4T8Z9Q3V5X7Y1W2R6BCD'],
      }),
      type: Type.Literal(type),
      timestamp: DateTime('When it happened.', '2026-11-14T18:20:00.000Z'),
      api_version: Type.Literal('v1'),
      prueba: Type.Optional(
        Type.Boolean({
          description: 'true: of something that a test token made. Events of what is real do not have this field.',
        }),
      ),
      data,
    },
    { title: nameOf(type), description: when },
  )

const withCredential = Type.Object(
  { credential: Ref(EventCredentialSchema) },
  {
    title: 'CredentialEventData',
    description: 'The credential as it was then.',
  },
)

const DATA: Partial<Record<DeliveryType, ReturnType<typeof Type.Object>>> = {
  'order.paid': Type.Object(
    { order: Ref(OrderSchema), credential: Ref(EventCredentialSchema) },
    { title: 'OrderEventData', description: 'The order and the credential that it became.' },
  ),
  'credential.updated': Type.Object(
    {
      credential: Ref(EventCredentialSchema),
      cambios: Type.Array(ChangedFieldSchema, { description: 'Which fields changed.', minItems: 1 }),
    },
    { title: 'CredentialUpdatedEventData', description: 'The credential after the change, and what changed.' },
  ),
  'station.status_changed': StatusChangedData,
  'station.alarm': AlarmData,
  'webhook.test': Type.Object(
    {},
    { title: 'TestEventData', description: 'Nothing: it only shows that deliveries arrive.' },
  ),
}

const WHEN: Record<DeliveryType, string> = {
  'order.paid': 'An order was paid.',
  'credential.issued': 'A credential was issued.',
  'credential.expired':
    'A credential reached its `expira_at` without having been revoked. Once, and once more for each time that it was renewed after that.',
  'credential.revoked': 'A credential was revoked.',
  'credential.renewed': 'A credential was given more time; one that had expired serves again.',
  'credential.suspended': 'A credential was suspended: it opens nothing until it is resumed.',
  'credential.resumed': 'A suspended credential was resumed.',
  'credential.updated': 'Something of a credential changed; `cambios` names the fields, never the values of secrets.',
  'station.status_changed':
    'The status of a station changed, by measurement or because the operator declared it. Stations are common: every subscribed webhook gets the same event.',
  'station.alarm':
    'A station needs attention. Emitted once when the alarm starts; `station.status_changed` reports the recovery.',
  'webhook.test': 'A test was sent to this webhook. Only this webhook receives it, whatever it subscribes to.',
}

export const EventSchemas = DELIVERY_TYPES.map((type) => ({
  type,
  when: WHEN[type],
  schema: envelope(type, WHEN[type], DATA[type] ?? withCredential),
}))

export const EventSchema = Type.Unsafe<object>({
  title: 'Event',
  description: 'What a webhook receives, one form for each `type`. New types may come.',
  'x-may-grow': true,
  oneOf: EventSchemas.map(({ schema }) => schema),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(EventSchemas.map(({ type }) => [type, `#/components/schemas/${nameOf(type)}`])),
  },
})

interface EventFacts {
  readonly id: string
  readonly type: DeliveryType
  readonly at: Date
  readonly isTest?: boolean
}

export function eventBody({ id, type, at, isTest }: EventFacts, data: object): string {
  const prueba = isTest ? true : undefined
  return JSON.stringify({ id, type, timestamp: isoTime(at), api_version: 'v1', prueba, data })
}

/** Removes the data of an erased customer from an event. */
export function withoutCustomer(body: string): string {
  const event = JSON.parse(body)
  const { credential, order } = event.data ?? {}
  if (credential) Object.assign(credential, { label: null, cliente_nombre: null, cliente_email: null, metadatos: {} })
  if (order) Object.assign(order, { cliente_nombre: '', cliente_email: '' })
  return JSON.stringify(event)
}
