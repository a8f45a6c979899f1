// What the routes of webhooks answer with, field by field.
import type { Static } from 'typebox'
import type { Attempt as KeptAttempt, Delivery as KeptDelivery } from '../../store/webhooks/delivery-history.ts'
import { type ListedWebhook, PENDING_COUNTED, stateOf } from '../../store/webhooks/pages.ts'
import type { Attempt, Delivery, Webhook } from '../contract/webhooks.ts'

export const webhookAnswer = (webhook: ListedWebhook, now: Date): Static<typeof Webhook> => ({
  id: webhook.id,
  ownerId: webhook.ownerId,
  ownerName: webhook.ownerName,
  url: webhook.url,
  events: webhook.eventTypes,
  state: stateOf(webhook),
  createdAt: webhook.createdAt,
  lastSuccessAt: webhook.lastDeliveryAt,
  failingSince: webhook.failingSince,
  consecutiveFailures: webhook.consecutiveFailures,
  pending: Math.min(webhook.pending, PENDING_COUNTED),
  /** There are more than `pending` says. */
  morePending: webhook.pending > PENDING_COUNTED,
  deactivatedAt: webhook.deactivatedAt,
  deactivated: webhook.active ? null : (webhook.deactivationReason ?? 'by_hand'),
  /** The secret before signs too until then; null: no longer. */
  previousSecretUntil:
    webhook.previousSecretUntil !== null && webhook.previousSecretUntil > now ? webhook.previousSecretUntil : null,
})

export const deliveryAnswer = (delivery: KeptDelivery): Static<typeof Delivery> => ({
  id: delivery.id,
  eventId: delivery.eventId,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  createdAt: delivery.createdAt,
  nextAttemptAt: delivery.state === 'pending' ? delivery.dueAt : null,
  finishedAt: delivery.finishedAt,
  lastAttemptAt: delivery.lastAttemptAt,
  lastStatus: delivery.lastStatus,
  lastError: delivery.lastError,
})

export const attemptAnswer = ({
  at,
  status,
  durationMs,
  error,
  response,
  request,
}: KeptAttempt): Static<typeof Attempt> => ({
  at,
  status,
  durationMs,
  error,
  /** Its first kilobyte. */
  response,
  /** null: made by a release that did not keep it. */
  request: request && { url: request.url, headers: request.headers },
})
