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
    url: Type.String({ format: 'uri', maxLength: 2048, description: 'Target address of deliveries.' }),
    eventos: Type.String({ maxLength: 500, description: 'Comma-separated names of the events it receives.' }),
    activo: Type.Boolean({ description: 'false: deactivated, receives nothing.' }),
    creado_at: DateTime('When it was made.', '2026-11-14T18:20:00.000Z'),
    ultima_entrega_at: Nullable('string', { format: 'date-time', description: 'The last successful delivery.' }),
    fallos_consecutivos: Count('Failures since the last success.'),
  },
  {
    $id: 'Webhook',
    description: 'An address that receives signed events.',
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
        'Target address: https, and never one that leads into private, loopback, link-local or otherwise non-public addresses.',
    }),
    eventos: Type.Optional(
      Type.String({
        title: 'EventNames', // named because of the default: see SendEmail in credentials/request.ts
        maxLength: 500,
        described: { pattern: NAMES },
        default: DEFAULT,
        description: `Comma-separated list of: ${EVENT_TYPES.join(', ')}. Spaces are allowed, duplicates are dropped.`,
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
        description: `Takes the place of the whole list. Comma-separated list of: ${EVENT_TYPES.join(', ')}.`,
      }),
    ),
    activo: Type.Optional(
      Type.Boolean({
        description: 'true wakes a deactivated webhook up, false deactivates it; again changes nothing.',
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
      description: 'Keys the HMAC of every delivery from now on. Shown only this once.',
    }),
    anterior_hasta: DateTime('Until then the secret before signs too.', '2026-11-15T18:20:00.000Z'),
  },
  { title: 'WebhookRotated', description: 'A webhook with its new secret.' },
)
export const WebhookCreated = Type.Object(
  {
    ok: Ok,
    webhook: Ref(WebhookSchema),
    secret: Type.String({ maxLength: 100, description: 'Keys the HMAC of every delivery. Shown only this once.' }),
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
