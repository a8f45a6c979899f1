import { type Static, Type } from 'typebox'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType } from '../../domain/webhooks/events.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { Count, DateTime, Form, Id, NextCursor, Nullable, Ok, PageQuery, Ref } from '../common.ts'

const DEFAULT = DEFAULT_EVENT_TYPES.join(',')
/** Names of events, separated by commas. */
const NAME = `(${EVENT_TYPES.join('|').replaceAll('.', '\\.')})`
const NAMES = `^ *${NAME} *(, *${NAME} *)*$`

export const webhookExample = {
  id: 7,
  url: 'https://shop.example.mx/vertice',
  eventos: 'credential.issued,credential.revoked',
  activo: true,
  creado_at: '2026-11-14T18:20:00.000Z',
  ultima_entrega_at: null,
  fallos_consecutivos: 0,
}
export const deactivatedExample = { ...webhookExample, activo: false }

export const WebhookSchema = Type.Object(
  {
    id: Id('Identifier of the webhook.'),
    url: Type.String({ format: 'uri', maxLength: 2048, description: 'URL to which events are delivered.' }),
    eventos: Type.String({
      maxLength: 500,
      description: 'Types of the events that the webhook receives, separated by commas.',
    }),
    activo: Type.Boolean({ description: '`false` if the webhook is deactivated and receives nothing.' }),
    creado_at: DateTime('Creation time.', '2026-11-14T18:20:00.000Z'),
    ultima_entrega_at: Nullable('string', {
      format: 'date-time',
      description: 'Time of the last successful delivery; `null` if there was none.',
    }),
    fallos_consecutivos: Count('Number of failed attempts since the last successful delivery.'),
  },
  {
    $id: 'Webhook',
    description: 'A URL that receives signed events.',
    examples: [webhookExample],
  },
)

export const WebhookRequestSchema = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: 2048,
      ...Form('^[Hh][Tt][Tt][Pp][Ss]?://[^ ]{1,2040}$'),
      description:
        'URL that receives the events. It must use https and must not lead to a private, loopback, link-local or other non-public address.',
    }),
    eventos: Type.Optional(
      Type.String({
        title: 'EventNames', // named because of the default: see SendEmail in credentials/request.ts
        maxLength: 500,
        described: { pattern: NAMES },
        default: DEFAULT,
        description: `Comma-separated list of: ${EVENT_TYPES.join(', ')}. Spaces are allowed, duplicates are ignored.`,
      }),
    ),
  },
  {
    $id: 'WebhookRequest',
    additionalProperties: false,
    description: 'Target URL and events. Unknown fields are rejected.',
    examples: [{ url: 'https://shop.example.mx/vertice', eventos: 'credential.issued,credential.revoked' }],
  },
)

export const WebhookChangeSchema = Type.Object(
  {
    url: Type.Optional(WebhookRequestSchema.properties.url),
    eventos: Type.Optional(
      Type.String({
        maxLength: 500,
        described: { pattern: NAMES },
        description: `Replaces the whole list. Comma-separated list of: ${EVENT_TYPES.join(', ')}.`,
      }),
    ),
    activo: Type.Optional(
      Type.Boolean({
        description:
          '`true` reactivates a deactivated webhook, `false` deactivates it. Repeating the value changes nothing.',
      }),
    ),
  },
  {
    $id: 'WebhookChange',
    additionalProperties: false,
    description: 'Omitted fields do not change. Unknown fields are rejected.',
    examples: [{ eventos: 'credential.issued,credential.revoked', activo: true }],
  },
)

export const WebhookRotated = Type.Object(
  {
    ok: Ok,
    webhook: Ref(WebhookSchema),
    secret: Type.String({
      maxLength: 100,
      description: 'Key of the HMAC of every delivery from now on. Only this response includes it.',
    }),
    anterior_hasta: DateTime(
      'Until this time, deliveries are also signed with the previous secret.',
      '2026-11-15T18:20:00.000Z',
    ),
  },
  { title: 'WebhookRotated', description: 'A webhook with its new secret.' },
)
export const WebhookCreated = Type.Object(
  {
    ok: Ok,
    webhook: Ref(WebhookSchema),
    secret: Type.String({
      maxLength: 100,
      description: 'Key of the HMAC of every delivery. Only this response includes it.',
    }),
  },
  { title: 'WebhookCreated', description: 'A webhook with its secret.' },
)
export const WebhookResponse = Type.Object(
  { ok: Ok, webhook: Ref(WebhookSchema) },
  { title: 'WebhookResponse', description: 'One webhook.' },
)
export const WebhookList = Type.Object(
  { ok: Ok, webhooks: Type.Array(Ref(WebhookSchema)), next_cursor: NextCursor },
  { title: 'WebhookPage', description: 'A page of webhooks.' },
)
export const WebhookQuery = Type.Object(PageQuery)

/** `eventTypes` were checked by the caller. */
export const changeFromWire = (
  { url, activo }: Static<typeof WebhookChangeSchema>,
  eventTypes: readonly EventType[] | undefined,
) => ({ ...(url !== undefined && { url }), ...(eventTypes && { eventTypes }), active: activo })

export const namesEvents = ({ eventos }: Static<typeof WebhookChangeSchema>): boolean => eventos !== undefined

export const rotatedToWire = (
  webhook: Webhook,
  { secret, previousUntil }: { secret: string; previousUntil: Date },
) => ({
  ok: true,
  webhook: webhookToWire(webhook),
  secret,
  anterior_hasta: previousUntil.toISOString(),
})

export function eventTypesFromWire({ eventos = DEFAULT }: { eventos?: string | undefined }): {
  known: EventType[]
  unknown: string[]
} {
  const names = [...new Set(eventos.split(',').map((name) => name.trim()))]
  const isKnown = (name: string): name is EventType => EVENT_TYPES.some((type) => type === name)
  return { known: names.filter(isKnown), unknown: names.filter((name) => !isKnown(name)) }
}

export function webhookToWire(webhook: Webhook): Static<typeof WebhookSchema> {
  return {
    id: webhook.id,
    url: webhook.url,
    eventos: webhook.eventTypes.join(','),
    activo: webhook.active,
    creado_at: webhook.createdAt.toISOString(),
    ultima_entrega_at: webhook.lastDeliveryAt?.toISOString() ?? null,
    fallos_consecutivos: webhook.consecutiveFailures,
  }
}
