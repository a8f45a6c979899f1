// A webhook: a URL of an owner that receives events.
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
 * Webhooks that a caller sees: all; one owner's only, for tokens, so that a test token sees no webhook that receives
 * real events; or an organisation's including its test space, for users.
 */
export type WebhookScope = OwnerScope | { readonly organisationId: number }

export const withTests = (scope: OwnerScope): WebhookScope => (scope === 'all' ? scope : { organisationId: scope })

/** Max events resent per request. */
export const MOST_RECOVERED = 10_000

const MISSED_FOUND_MS = 29 * 24 * HOUR_MS

/** Start of the search for missed events. Older deliveries may be deleted, so delivered events would look missed. */
export const missedFoundSince = (now: Date, deliveriesKeptMs: number): Date =>
  new Date(now.getTime() - Math.min(MISSED_FOUND_MS, deliveriesKeptMs - HOUR_MS))

/** How long a replaced secret keeps signing beside the new one. */
export const PREVIOUS_SECRET_MS = 24 * HOUR_MS

/** Max replaced secrets that sign at the same time, limited by the header; the oldest stop first. */
export const MOST_PREVIOUS_SECRETS = 5

/** Why the service deactivated a webhook: `gone` (the receiver returned 410) or `failing` (failed for days). */
export type DeactivationReason = 'gone' | 'failing'

/** Queries often contain keys, and mails and logs are widely read. */
export function withoutQuery(text: string): string {
  const [shown = '', ...rest] = text.split(/[?#]/)
  return rest.length > 0 ? `${shown}?…` : shown
}

/** For users who may not see its keys: chat services put keys in the path. */
export function hostOnly(text: string): string {
  const { protocol, host } = new URL(text)
  return `${protocol}//${host}/…`
}
