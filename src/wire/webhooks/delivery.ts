import { type Static, Type } from 'typebox'
import { DELIVERY_TYPES, type DeliveryType } from '../../domain/webhooks/events.ts'
import type { DeliveryState } from '../../domain/webhooks/webhook.ts'
import { As, Count, DateTime, Id, NextCursor, Nullable, Ok, OpenWords, PageQuery, Ref, Words } from '../common.ts'
import { TimeAsked, timeIn } from '../time-asked.ts'

const STATES = { pendiente: 'pending', entregada: 'delivered', fallida: 'failed' } as const
type WireState = keyof typeof STATES
const NAMES = Object.fromEntries(Object.entries(STATES).map(([name, state]) => [state, name])) as Record<
  DeliveryState,
  WireState
>

export const deliveryExample = {
  id: 512,
  evento: { id: 'evt_01KA2M4T8Z9Q3V5X7Y1W2R6BCD', type: 'credential.issued' },
  estado: 'entregada',
  creada_at: '2026-11-14T18:20:00.000Z',
  proximo_intento_at: null,
  terminada_at: '2026-11-14T18:20:05.412Z',
  intentos: [
    { at: '2026-11-14T18:20:00.031Z', status: 503, duracion_ms: 118, error: 'status' },
    { at: '2026-11-14T18:20:05.320Z', status: 200, duracion_ms: 92, error: null },
  ],
}
export const pendingExample = {
  ...deliveryExample,
  estado: 'pendiente',
  proximo_intento_at: '2026-11-14T18:25:00.000Z',
  terminada_at: null,
  intentos: [],
}
export const testDeliveryExample = {
  ...pendingExample,
  evento: { id: 'evt_01KA2M4T8Z9Q3V5X7Y1W2R6BCE', type: 'webhook.test' },
  proximo_intento_at: pendingExample.creada_at,
}

const DeliveryStateSchema = Words(
  'DeliveryState',
  Object.keys(STATES) as WireState[],
  '`fallida`: the delivery is not retried unless a person or program resends it.',
)
export const EventTypeSchema = OpenWords('EventType', DELIVERY_TYPES, 'Type of the event.')

const AttemptSchema = Type.Object(
  {
    at: DateTime('Start of the attempt.', '2026-11-14T18:20:00.031Z'),
    status: Nullable('integer', {
      minimum: 100,
      maximum: 999,
      format: 'int32',
      description: 'HTTP status of the response; `null` if there was no response.',
    }),
    duracion_ms: Count('Duration of the attempt in milliseconds.'),
    error: Nullable('string', {
      maxLength: 100,
      description:
        'Stable code of the error, such as `status`, `no_answer`, `refused`, `unresolved`, `certificate`, `forbidden_address`; `null` if the attempt succeeded.',
    }),
  },
  { $id: 'DeliveryAttempt', description: 'One attempt to deliver an event.', examples: [deliveryExample.intentos[0]] },
)

export const DeliverySchema = Type.Object(
  {
    id: Id('Identifier of the delivery.'),
    evento: Type.Object(
      {
        id: Type.String({ maxLength: 100, description: 'The `id` of the event, the same in every attempt.' }),
        type: As(EventTypeSchema, 'The `type` of the event.'),
      },
      { title: 'DeliveredEvent', description: 'The event that is delivered.' },
    ),
    estado: DeliveryStateSchema,
    creada_at: DateTime('When the delivery was created.', '2026-11-14T18:20:00.000Z'),
    proximo_intento_at: Nullable('string', {
      format: 'date-time',
      description: 'Time of the next attempt; `null` if the delivery is not pending.',
    }),
    terminada_at: Nullable('string', {
      format: 'date-time',
      description: 'When the delivery succeeded or finally failed; `null` while it is pending.',
    }),
    intentos: Type.Array(Ref(AttemptSchema), { description: 'Attempts, oldest first.' }),
  },
  {
    $id: 'Delivery',
    description: 'Delivery of an event to a webhook, with its attempts.',
    examples: [deliveryExample],
  },
)

export const DeliverySchemas = [AttemptSchema, DeliverySchema]

export const DeliveryQuery = Type.Object({
  ...PageQuery,
  estado: Type.Optional(As(DeliveryStateSchema, 'Only deliveries in this state.')),
})
export const DeliveryList = Type.Object(
  { ok: Ok, entregas: Type.Array(Ref(DeliverySchema)), next_cursor: NextCursor },
  { title: 'DeliveryPage', description: 'A page of deliveries.' },
)
export const DeliveryResponse = Type.Object(
  { ok: Ok, entrega: Ref(DeliverySchema) },
  { title: 'DeliveryResponse', description: 'One delivery.' },
)

export const TestRequestSchema = Type.Object(
  {
    evento: Type.Optional(As(EventTypeSchema, 'Type of the event; `webhook.test` if omitted.')),
  },
  {
    $id: 'WebhookTestRequest',
    additionalProperties: false,
    description: 'The event to send as a test.',
    examples: [{ evento: 'order.paid' }],
  },
)

export const testTypeFromWire = ({ evento }: Static<typeof TestRequestSchema>) => evento as DeliveryType | undefined

export const RecoveryRequestSchema = Type.Object(
  {
    desde: TimeAsked(
      'Start of the period. Events for which the webhook never had a delivery are found for the last 29 days, or for as long as the operator keeps deliveries if that is shorter.',
    ),
  },
  {
    $id: 'RecoveryRequest',
    additionalProperties: false,
    description: 'Start of the period whose events are resent.',
    examples: [{ desde: '2026-11-14T06:00:00.000Z' }],
  },
)
export const RecoveryResponse = Type.Object(
  {
    ok: Ok,
    reenviadas: Count('Number of events that will be resent.'),
    hay_mas: Type.Boolean({
      description: '`true` if there are more events than one request resends. Repeat the request to resend them.',
    }),
  },
  { title: 'RecoveryResponse', description: 'Result of resending undelivered events.' },
)

export const deliveryStateFromWire = ({ estado }: { estado?: WireState }): DeliveryState | undefined =>
  estado && STATES[estado]

export const sinceFromWire = (request: Static<typeof RecoveryRequestSchema>): Date => timeIn(request, 'desde')

interface KeptDelivery {
  readonly id: number
  readonly eventId: string
  readonly type: string
  readonly state: DeliveryState
  readonly createdAt: Date
  readonly dueAt: Date
  readonly finishedAt: Date | null
}
interface KeptAttempt {
  readonly at: Date
  readonly status: number | null
  readonly durationMs: number
  readonly error: { readonly code: string } | null
}

export const deliveryToWire = (
  { id, eventId, type, state, createdAt, dueAt, finishedAt }: KeptDelivery,
  attempts: readonly KeptAttempt[],
) => ({
  id,
  evento: { id: eventId, type },
  estado: NAMES[state],
  creada_at: createdAt.toISOString(),
  proximo_intento_at: state === 'pending' ? dueAt.toISOString() : null,
  terminada_at: finishedAt?.toISOString() ?? null,
  intentos: attempts.map(({ at, status, durationMs, error }) => ({
    at: at.toISOString(),
    status,
    duracion_ms: durationMs,
    error: error?.code ?? (status !== null && (status < 200 || status > 299) ? 'status' : null),
  })),
})

export const recoveryToWire = ({ count, more }: { count: number; more: boolean }) => ({
  ok: true,
  reenviadas: count,
  hay_mas: more,
})
