import type { Static } from 'typebox'
import { may } from '../../../domain/people/permissions.ts'
import type { User } from '../../../domain/people/user.ts'
import { hostOnly } from '../../../domain/webhooks/webhook.ts'
import type { Attempt as KeptAttempt, Delivery as KeptDelivery } from '../../../store/webhooks/delivery-history.ts'
import { type ListedWebhook, PENDING_COUNTED, stateOf } from '../../../store/webhooks/pages.ts'
import type { Attempt, Delivery, Webhook } from '../contract/webhooks.ts'

/** Keys in URLs and valid signatures are shown only to users who manage webhooks. */
export const seesKeys = (user: Pick<User, 'role' | 'isViewing'>): boolean => may(user, 'webhooks.change')

const SIGNATURE = /signature/i
const HIDDEN = '…'

export const webhookAnswer = (webhook: ListedWebhook, now: Date, withKeys: boolean): Static<typeof Webhook> => ({
  id: webhook.id,
  ownerId: webhook.organisationId,
  ownerName: webhook.ownerName,
  test: webhook.isTest,
  url: withKeys ? webhook.url : hostOnly(webhook.url),
  events: webhook.eventTypes,
  state: stateOf(webhook),
  createdAt: webhook.createdAt,
  lastSuccessAt: webhook.lastDeliveryAt,
  failingSince: webhook.failingSince,
  consecutiveFailures: webhook.consecutiveFailures,
  pending: Math.min(webhook.pending, PENDING_COUNTED),
  morePending: webhook.pending > PENDING_COUNTED,
  deactivatedAt: webhook.deactivatedAt,
  deactivated: webhook.active ? null : (webhook.deactivationReason ?? 'by_hand'),
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

export const attemptAnswer = (
  { at, status, durationMs, error, response, request }: KeptAttempt,
  withKeys: boolean,
): Static<typeof Attempt> => ({
  at,
  status,
  durationMs,
  error,
  response,
  request: request && (withKeys ? { url: request.url, headers: request.headers } : withoutKeys(request)),
})

const withoutKeys = ({ url, headers }: NonNullable<KeptAttempt['request']>) => ({
  url: hostOnly(url),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SIGNATURE.test(name) ? HIDDEN : value]),
  ),
})
