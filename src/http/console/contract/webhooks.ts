import { Type } from 'typebox'
import type { AttemptFailure } from '../../../domain/webhooks/attempt.ts'
import { DELIVERY_TYPES, EVENT_TYPES } from '../../../domain/webhooks/events.ts'
import { DELIVERY_STATES, WEBHOOK_STATES } from '../../../domain/webhooks/webhook.ts'
import * as T from './pieces.ts'

export const Webhook = T.Exact({
  id: T.Id,
  ...T.Owned,
  /** Created by a test token: receives only events of test data. */
  test: T.Flag,
  url: T.Text,
  events: T.List(T.OneOf(EVENT_TYPES)),
  state: T.OneOf(WEBHOOK_STATES),
  createdAt: T.At,
  lastSuccessAt: T.AtOrNull,
  failingSince: T.AtOrNull,
  consecutiveFailures: T.Count,
  pending: T.Count,
  /** True if there are more than `pending`. */
  morePending: T.Flag,
  deactivatedAt: T.AtOrNull,
  deactivated: T.OneOf(['gone', 'failing', 'by_hand', null]),
  /** The previous secret also signs until then; `null` if only the current one signs. */
  previousSecretUntil: T.AtOrNull,
})
export type Webhook = T.Received<typeof Webhook>

const DELIVERY = {
  id: T.Id,
  eventId: T.Text,
  type: T.Text,
  state: T.OneOf(DELIVERY_STATES),
  attempts: T.Count,
  createdAt: T.At,
  /** `null` if no further attempt is due. */
  nextAttemptAt: T.AtOrNull,
  finishedAt: T.AtOrNull,
  lastAttemptAt: T.AtOrNull,
  lastStatus: T.NumberOrNull,
  lastError: T.OrNull(T.Coded<AttemptFailure>()),
}
export const Delivery = T.Exact(DELIVERY)
export type Delivery = T.Received<typeof Delivery>

export const Attempt = T.Exact({
  at: T.At,
  status: T.NumberOrNull,
  durationMs: Type.Number(),
  error: T.OrNull(T.Coded<AttemptFailure>()),
  /** The first kilobyte. */
  response: T.Text,
  /** `null` if recorded by a release that did not store requests. */
  request: T.OrNull(T.Exact({ url: T.Text, headers: Type.Record(T.Text, T.Text) })),
})
export type Attempt = T.Received<typeof Attempt>

const Url = Type.String({ format: 'uri', minLength: 1, maxLength: 2048 })
const Events = Type.Array(T.OneOf(EVENT_TYPES), { minItems: 1, uniqueItems: true })

export const WEBHOOK_ROUTES = {
  'GET /webhooks': {
    query: T.ListQuery({ ownerId: Type.Optional(T.Id), state: Type.Optional(T.OneOf(WEBHOOK_STATES)) }),
    answer: { webhooks: T.List(Webhook), nextCursor: T.NextCursor },
  },
  /** A sample of every event, as it is sent. */
  'GET /webhooks/samples': { answer: { samples: T.List(T.Exact({ type: T.OneOf(EVENT_TYPES), body: T.Text })) } },
  'GET /webhooks/:id': { answer: { webhook: Webhook } },
  'POST /webhooks': {
    body: T.Exact({ ownerId: T.Id, url: Url, events: Events }),
    answer: { webhook: Webhook, secret: T.Text },
    status: 201,
    confirmed: true,
  },
  'PATCH /webhooks/:id': {
    body: T.Exact({ url: Type.Optional(Url), events: Type.Optional(Events) }),
    answer: { webhook: Webhook },
    confirmed: true,
  },
  'DELETE /webhooks/:id': { answer: { webhook: Webhook } },
  'POST /webhooks/:id/enable': { answer: { webhook: Webhook } },
  'POST /webhooks/:id/rotate': { answer: { secret: T.Text, previousUntil: T.At }, confirmed: true },
  'POST /webhooks/:id/test': { answer: { eventId: T.Text, deliveryId: T.Id } },
  'POST /webhooks/:id/recover': { body: T.Exact({ since: T.DateTime }), answer: { count: T.Count } },
  /** Attempts of the last 24 hours, oldest hour first. */
  'GET /webhooks/:id/hours': {
    answer: { hours: T.List(T.Exact({ at: T.At, delivered: T.Count, failed: T.Count })) },
  },
  'GET /webhooks/:id/deliveries': {
    query: T.ListQuery({
      state: Type.Optional(T.OneOf(DELIVERY_STATES)),
      type: Type.Optional(T.OneOf(DELIVERY_TYPES)),
    }),
    answer: { deliveries: T.List(Delivery), nextCursor: T.NextCursor },
  },
  'GET /webhooks/:id/deliveries/:deliveryId': {
    answer: { delivery: T.Exact({ ...DELIVERY, body: T.Text }), attempts: T.List(Attempt) },
  },
  'POST /webhooks/:id/deliveries/:deliveryId/resend': { answer: {} },
} as const satisfies Record<string, T.RouteContract>
