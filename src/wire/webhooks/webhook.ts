import { type Static, Type } from 'typebox'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType } from '../../domain/webhooks/events.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { DateTime, NextCursor, Nullable, Ok, PageQuery, Ref } from '../common.ts'

const DEFAULT = DEFAULT_EVENT_TYPES.join(',')

export const webhookExample = {
  id: 7,
  url: 'https://shop.example.mx/vertice',
  eventos: DEFAULT,
  activo: true,
  creado_at: '2026-11-14T18:20:00.000Z',
  ultima_entrega_at: null,
  fallos_consecutivos: 0,
}
export const deactivatedExample = { ...webhookExample, activo: false }

export const WebhookSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Identifier of the webhook.' }),
    url: Type.String({ format: 'uri', description: 'Target address of deliveries.' }),
    eventos: Type.String({ description: 'Comma-separated names of the events it receives.' }),
    activo: Type.Boolean({ description: 'false: deactivated, receives nothing.' }),
    creado_at: DateTime('When it was made.', '2026-11-14T18:20:00.000Z'),
    ultima_entrega_at: Nullable('string', { format: 'date-time', description: 'The last successful delivery.' }),
    fallos_consecutivos: Type.Integer({ description: 'Failures since the last success.' }),
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
      description:
        'Target address: https, and never one that leads into private, loopback, link-local or otherwise non-public addresses.',
    }),
    eventos: Type.Optional(
      Type.String({
        maxLength: 500,
        default: DEFAULT,
        description: `Comma-separated list of: ${EVENT_TYPES.join(', ')}. Spaces are allowed, duplicates are dropped.`,
      }),
    ),
  },
  {
    $id: 'WebhookRequest',
    additionalProperties: false,
    description: 'Where to deliver what. Unknown fields are refused.',
    examples: [{ url: 'https://shop.example.mx/vertice', eventos: 'credential.issued,credential.revoked' }],
  },
)

export const WebhookCreated = Type.Object({
  ok: Ok,
  webhook: Ref(WebhookSchema),
  secret: Type.String({ description: 'Keys the HMAC of every delivery. Shown only this once.' }),
})
export const WebhookResponse = Type.Object({ ok: Ok, webhook: Ref(WebhookSchema) })
export const WebhookList = Type.Object({ ok: Ok, webhooks: Type.Array(Ref(WebhookSchema)), next_cursor: NextCursor })
export const WebhookQuery = Type.Object(PageQuery)

/** The known names in it without duplicates, and the unknown ones. */
export function eventTypesFromWire({ eventos = DEFAULT }: { eventos?: string }): {
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
