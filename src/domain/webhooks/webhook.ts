// An address of an owner's that receives events.
import type { EventType } from './events.ts'

export const MAX_ACTIVE_WEBHOOKS = 20

export const WEBHOOK_STATES = ['active', 'failing', 'deactivated'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export interface Webhook {
  readonly id: number
  readonly ownerId: number
  readonly url: string
  readonly eventTypes: readonly EventType[]
  readonly createdAt: Date
  readonly active: boolean
  readonly lastDeliveryAt: Date | null
  readonly consecutiveFailures: number
}

/** So many events are sent again by one request. */
export const MOST_RECOVERED = 10_000

/**
 * Events that were never owed to a webhook are looked for as far back as this. What was delivered is forgotten after 30 days, unless the
 * operator says otherwise, and would be taken for missed.
 */
export const MISSED_FOUND_MS = 29 * 86_400_000

/** How long a replaced secret goes on signing beside the new one. */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000

/** Why a webhook was deactivated, where not by its owner: its receiver said so (410), or all it did for days was to fail. */
export type DeactivationReason = 'gone' | 'failing'

/** A query often holds a key, and what is mailed or logged passes through many hands. */
export function withoutQuery(text: string): string {
  const [shown = '', ...rest] = text.split(/[?#]/)
  return rest.length > 0 ? `${shown}?…` : shown
}

/** For who may not know its keys: chat services put theirs into the path. */
export function hostOnly(text: string): string {
  const { protocol, host } = new URL(text)
  return `${protocol}//${host}/…`
}
