// An address of an owner's that receives events.
import type { OwnerScope } from '../people/permissions.ts'
import { HOUR_MS } from '../time/units.ts'
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

/**
 * Whose webhooks somebody sees: everybody's; an owner's and no other, as tokens do, so that one for tests sees none that is told of what is
 * real; or an organisation's with those of its test space, as people do.
 */
export type WebhookScope = OwnerScope | { readonly organisationId: number }

export const withTests = (scope: OwnerScope): WebhookScope => (scope === 'all' ? scope : { organisationId: scope })

/** So many events are sent again by one request. */
export const MOST_RECOVERED = 10_000

const MISSED_FOUND_MS = 29 * 24 * HOUR_MS

/** Events that were never owed to a webhook are looked for from then on: what was delivered and is forgotten would be taken for missed. */
export const missedFoundSince = (now: Date, deliveriesKeptMs: number): Date =>
  new Date(now.getTime() - Math.min(MISSED_FOUND_MS, deliveriesKeptMs - HOUR_MS))

/** How long a replaced secret goes on signing beside the new one. */
export const PREVIOUS_SECRET_MS = 24 * HOUR_MS

/** So many replaced secrets sign at the same time, for a header has room for so many; of more than that, the oldest stop. */
export const MOST_PREVIOUS_SECRETS = 5

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
