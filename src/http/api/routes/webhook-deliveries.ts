// What a webhook was or will be sent, and sending it again.
import type { FastifyRequest } from 'fastify'
import { recoverDeliveries, resendDelivery } from '../../../actions/webhooks/resend.ts'
import { sendTestEvent } from '../../../actions/webhooks/send-test.ts'
import type { App } from '../../../base/serving/app.ts'
import { program } from '../../../domain/audit/deed.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { MOST_RECOVERED } from '../../../domain/webhooks/webhook.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findDelivery, listAttempts, listAttemptsOf, listDeliveries } from '../../../store/webhooks/delivery-history.ts'
import { findListedWebhook } from '../../../store/webhooks/pages.ts'
import { Ref } from '../../../wire/common.ts'
import {
  DeliveryList,
  DeliveryQuery,
  DeliveryResponse,
  deliveryExample,
  deliveryStateFromWire,
  deliveryToWire,
  pendingExample,
  RecoveryRequestSchema,
  RecoveryResponse,
  recoveryToWire,
  sinceFromWire,
  testDeliveryExample,
} from '../../../wire/webhooks/delivery.ts'
import { json, problemsOf } from '../describe.ts'
import { answerDone, IdempotencyHeader } from '../idempotency.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'
import { DeliveryParams, IdParams, idOf } from './parameters.ts'

const tags = ['Webhooks']
const config = { scope: 'read', orScope: 'webhooks' } as const
const SCOPE = 'Scope `webhooks` or `read`.'
const REPEATABLE = ['idempotency_in_progress', 'idempotency_key_reused'] as const

export function webhookDeliveryRoutes(app: App, services: ApiServices): void {
  const problems = problemsOf(services.rateLimitPerMinute)
  const { db, baseUrl, clock } = services
  const by = (request: FastifyRequest, tx: Database) => ({ db: tx, now: clock(), by: program(request.token, request) })

  async function shown(tx: Database, webhookId: number, id: number) {
    const delivery = await findDelivery(tx, webhookId, id)
    if (!delivery) throw new Refusal('delivery_not_found')
    return deliveryToWire(delivery, await listAttempts(tx, id))
  }

  app.get(
    '/webhooks/:id/entregas',
    {
      config: { ...config, isOpen: true },
      schema: {
        operationId: 'listDeliveries',
        tags,
        summary: 'Deliveries of a webhook, newest first',
        description: `With every attempt. Delivered ones are kept for 30 days and failed ones for 90, unless the operator keeps them otherwise. ${SCOPE}`,
        params: IdParams,
        querystring: DeliveryQuery,
        response: {
          200: json('A page of deliveries.', DeliveryList, {
            ok: true,
            entregas: [deliveryExample],
            next_cursor: null,
          }),
          ...problems('invalid_request', 'token_without_webhooks', 'webhook_not_found'),
        },
      },
    },
    async ({ params, query, token }, reply) => {
      const webhook = await findListedWebhook(db, token.ownerId, idOf(params))
      if (!webhook) throw new Refusal('webhook_not_found')
      const { limit, before } = pageOf(query)
      const state = deliveryStateFromWire(query)
      const rows = await listDeliveries(db, webhook.id, { state, before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      const attempts = await listAttemptsOf(
        db,
        page.map(({ id }) => id),
      )
      const entregas = page.map((delivery) => deliveryToWire(delivery, attempts.get(delivery.id) ?? []))
      return { ok: true, entregas, next_cursor: nextCursor } as never
    },
  )

  app.post(
    '/webhooks/:id/probar',
    {
      config,
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test event',
        description: `An event of type \`webhook.test\`, to this webhook alone, whatever it subscribed to. ${SCOPE}`,
        headers: IdempotencyHeader,
        params: IdParams,
        response: {
          200: json('The delivery that is on its way.', DeliveryResponse, { ok: true, entrega: testDeliveryExample }),
          ...problems(
            'invalid_request',
            'token_without_webhooks',
            'webhook_not_found',
            'webhook_inactive',
            ...REPEATABLE,
          ),
        },
      },
    },
    (request, reply) =>
      answerDone(services, request, reply, (on) =>
        on.transaction(async (tx) => {
          const id = idOf(request.params)
          const { deliveryId } = await sendTestEvent(by(request, tx), request.token.ownerId, id)
          return { status: 200, body: { ok: true, entrega: await shown(tx, id, deliveryId) } }
        }),
      ) as never,
  )

  app.post(
    '/webhooks/:id/entregas/:entrega/reenviar',
    {
      config,
      schema: {
        operationId: 'resendDelivery',
        tags,
        summary: 'Send a delivery again',
        description: `Whatever became of it; the event keeps its \`id\`. ${SCOPE}`,
        headers: IdempotencyHeader,
        params: DeliveryParams,
        response: {
          200: json('The delivery, pending again.', DeliveryResponse, { ok: true, entrega: pendingExample }),
          ...problems(
            'invalid_request',
            'token_without_webhooks',
            'webhook_not_found',
            'delivery_not_found',
            'webhook_inactive',
            ...REPEATABLE,
          ),
        },
      },
    },
    (request, reply) =>
      answerDone(services, request, reply, (on) =>
        on.transaction(async (tx) => {
          const id = idOf(request.params)
          const deliveryId = idOf({ id: request.params.entrega })
          await resendDelivery(by(request, tx), request.token.ownerId, id, deliveryId)
          return { status: 200, body: { ok: true, entrega: await shown(tx, id, deliveryId) } }
        }),
      ) as never,
  )

  app.post(
    '/webhooks/:id/recuperar',
    {
      config,
      schema: {
        operationId: 'recoverWebhook',
        tags,
        summary: 'Send again what was not delivered',
        description: `Every event of the webhook's subscription since \`desde\` that failed, or that happened while the webhook was not active or did not exist. What was delivered or is on its way is left alone. At most ${MOST_RECOVERED} a request, oldest first. ${SCOPE}`,
        headers: IdempotencyHeader,
        params: IdParams,
        body: Ref(RecoveryRequestSchema),
        response: {
          200: json('How many will be sent.', RecoveryResponse, { ok: true, reenviadas: 38, hay_mas: false }),
          ...problems(
            'invalid_request',
            'invalid_json',
            'token_without_webhooks',
            'webhook_not_found',
            'webhook_inactive',
            'payload_too_large',
            'unsupported_media_type',
            ...REPEATABLE,
          ),
        },
      },
    },
    (request, reply) =>
      answerDone(services, request, reply, async (tx) => {
        const since = sinceFromWire(request.body)
        const { ownerId } = request.token
        const bounds = { most: MOST_RECOVERED, deliveriesKeptMs: services.deliveriesKeptMs }
        const recovered = await recoverDeliveries(by(request, tx), ownerId, idOf(request.params), since, bounds)
        return { status: 200, body: recoveryToWire(recovered) }
      }) as never,
  )
}
