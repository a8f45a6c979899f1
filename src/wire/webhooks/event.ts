// The schemas of webhook deliveries.
import { Type } from 'typebox'
import { DELIVERY_TYPES, type DeliveryType } from '../../domain/webhooks/events.ts'
import { RinexReadyData } from '../archive/rinex.ts'
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
        description: 'Id of the event. It is the same in every retry: use it to detect duplicate deliveries.',
        examples: ['evt_01KA2M4T8Z9Q3V5X7Y1W2R6BCD'],
      }),
      type: Type.Literal(type),
      timestamp: DateTime('Time of the event.', '2026-11-14T18:20:00.000Z'),
      api_version: Type.Literal('v1'),
      prueba: Type.Optional(
        Type.Boolean({
          description: '`true` in events about test data. All other events omit this field.',
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
    description: 'The credential at the time of the event.',
  },
)

const DATA: Partial<Record<DeliveryType, ReturnType<typeof Type.Object>>> = {
  'order.paid': Type.Object(
    { order: Ref(OrderSchema), credential: Ref(EventCredentialSchema) },
    { title: 'OrderEventData', description: 'The paid order and the credential that was issued for it.' },
  ),
  'credential.updated': Type.Object(
    {
      credential: Ref(EventCredentialSchema),
      cambios: Type.Array(ChangedFieldSchema, { description: 'Names of the changed fields.', minItems: 1 }),
    },
    { title: 'CredentialUpdatedEventData', description: 'The credential after the change, and the changed fields.' },
  ),
  'station.status_changed': StatusChangedData,
  'station.alarm': AlarmData,
  'rinex.ready': RinexReadyData,
  'webhook.test': Type.Object(
    {},
    { title: 'TestEventData', description: 'Empty. The event only shows that deliveries arrive.' },
  ),
}

const WHEN: Record<DeliveryType, string> = {
  'order.paid': 'An order was paid.',
  'credential.issued': 'A credential was issued.',
  'credential.expired':
    'A credential reached its `expira_at` without being revoked. Emitted once, and again each time the credential expires after a renewal.',
  'credential.revoked': 'A credential was revoked.',
  'credential.renewed': 'A credential was renewed. An expired credential becomes valid again.',
  'credential.suspended': 'A credential was suspended. The caster rejects it until it is resumed.',
  'credential.resumed': 'A suspended credential was resumed.',
  'credential.updated':
    'A credential was changed. `cambios` lists the names of the changed fields, never the values of secrets.',
  'station.status_changed':
    'The status of a station changed, by measurement or because the operator declared it. All organizations share the stations: every subscribed webhook receives the same event.',
  'station.alarm':
    'A station needs attention. Emitted once when the alarm starts; `station.status_changed` reports the recovery.',
  'rinex.ready':
    'The files of a RINEX request were made. `rinex` has the request with the addresses of its files, which need no token.',
  'webhook.test': 'A test was sent to this webhook. Only this webhook receives it, regardless of its subscription.',
}

export const EventSchemas = DELIVERY_TYPES.map((type) => ({
  type,
  when: WHEN[type],
  schema: envelope(type, WHEN[type], DATA[type] ?? withCredential),
}))

export const EventSchema = Type.Unsafe<object>({
  title: 'Event',
  description: 'Body of a webhook delivery, with one schema per `type`. New types may be added.',
  'x-may-grow': true,
  oneOf: EventSchemas.map(({ schema }) => schema),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(EventSchemas.map(({ type }) => [type, `#/components/schemas/${nameOf(type)}`])),
  },
})
