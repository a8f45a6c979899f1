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
  '`fallida`: it is not retried unless a person or program sends it again.',
)
export const EventTypeSchema = OpenWords('EventType', DELIVERY_TYPES, 'What happened.')

const AttemptSchema = Type.Object(
  {
    at: DateTime('When it began.', '2026-11-14T18:20:00.031Z'),
    status: Nullable('integer', {
      minimum: 100,
      maximum: 999,
      format: 'int32',
      description: 'The HTTP status that came back; null: no answer.',
    }),
    duracion_ms: Count('How long it took, in milliseconds.'),
    error: Nullable('string', {
      maxLength: 100,
      description:
        'Stable name of what went wrong, such as `status`, `no_answer`, `refused`, `unresolved`, `certificate`, `forbidden_address`; null in a success.',
    }),
  },
  { $id: 'DeliveryAttempt', description: 'One attempt to deliver an event.', examples: [deliveryExample.intentos[0]] },
)

export const DeliverySchema = Type.Object(
  {
    id: Id('Identifier of the delivery.'),
    evento: Type.Object(
      {
        id: Type.String({ maxLength: 100, description: 'The `id` of the event, constant over attempts.' }),
        type: As(EventTypeSchema, 'The `type` of the event.'),
      },
      { title: 'DeliveredEvent', description: 'Which event it is about.' },
    ),
    estado: DeliveryStateSchema,
    creada_at: DateTime('When it was first owed.', '2026-11-14T18:20:00.000Z'),
    proximo_intento_at: Nullable('string', {
      format: 'date-time',
      description: 'When it is tried next; null: it is finished.',
    }),
    terminada_at: Nullable('string', {
      format: 'date-time',
      description: 'When it was delivered or given up; null: not yet.',
    }),
    intentos: Type.Array(Ref(AttemptSchema), { description: 'Oldest first.' }),
  },
  { $id: 'Delivery', description: 'An event that is or was owed to a webhook.', examples: [deliveryExample] },
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
    evento: Type.Optional(As(EventTypeSchema, 'Type of the event; `webhook.test` if left out.')),
  },
  {
    $id: 'WebhookTestRequest',
    additionalProperties: false,
    description: 'Which event is sent as a test.',
    examples: [{ evento: 'order.paid' }],
  },
)

export const testTypeFromWire = ({ evento }: Static<typeof TestRequestSchema>) => evento as DeliveryType | undefined

export const RecoveryRequestSchema = Type.Object(
  {
    desde: TimeAsked(
      'From when on. Events that were never owed to the webhook are found for the last 29 days, or as long as the operator keeps deliveries.',
    ),
  },
  {
    $id: 'RecoveryRequest',
    additionalProperties: false,
    description: 'From when on events are sent again.',
    examples: [{ desde: '2026-11-14T06:00:00.000Z' }],
  },
)
export const RecoveryResponse = Type.Object(
  {
    ok: Ok,
    reenviadas: Count('How many events will be sent.'),
    hay_mas: Type.Boolean({ description: 'true: there are more than one request sends; ask again.' }),
  },
  { title: 'RecoveryResponse', description: 'What is sent again.' },
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
