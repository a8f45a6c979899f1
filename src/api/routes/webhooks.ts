import { createWebhook } from '../../actions/webhooks/create.ts'
import { deactivateWebhook } from '../../actions/webhooks/deactivate.ts'
import { checkTarget } from '../../actions/webhooks/target.ts'
import { program } from '../../domain/audit/deed.ts'
import { wrong } from '../../domain/fault.ts'
import { invalid } from '../../domain/refusal.ts'
import { EVENT_TYPES } from '../../domain/webhooks/events.ts'
import { MAX_ACTIVE_WEBHOOKS } from '../../domain/webhooks/webhook.ts'
import type { App } from '../../running/app.ts'
import type { Database } from '../../store/kit/database.ts'
import { listWebhooks } from '../../store/webhooks/rows.ts'
import { Ref } from '../../wire/common.ts'
import {
  deactivatedExample,
  eventTypesFromWire,
  WebhookCreated,
  WebhookList,
  WebhookQuery,
  WebhookRequestSchema,
  WebhookResponse,
  webhookExample,
  webhookToWire,
} from '../../wire/webhooks/webhook.ts'
import { json, problemsOf } from '../describe.ts'
import { answerCreated, IdempotencyHeader } from '../idempotency.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'
import { IdParams, idOf } from './parameters.ts'

const tags = ['Webhooks']
const webhook = webhookExample

export function webhookRoutes(app: App, services: ApiServices): void {
  const problems = problemsOf(services.rateLimitPerMinute)
  const { db, keys, baseUrl, clock, refuseTarget } = services

  app.get(
    '/webhooks',
    {
      config: { scope: 'read', closedBy: 'no_webhooks' },
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: "The owner's webhooks, newest first",
        description: 'Deactivated ones too. Scope `read`.',
        querystring: WebhookQuery,
        response: {
          200: json('A page of webhooks.', WebhookList, { ok: true, webhooks: [webhook], next_cursor: null }),
          ...problems('invalid_request', 'token_without_webhooks'),
        },
      },
    },
    async ({ query, token }, reply) => {
      const { limit, before } = pageOf(query)
      const rows = await listWebhooks(db, token.ownerId, { before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      return { ok: true, webhooks: page.map(webhookToWire), next_cursor: nextCursor }
    },
  )

  app.post(
    '/webhooks',
    {
      config: { scope: 'read', closedBy: 'no_webhooks' },
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Register a webhook',
        description: `The secret is shown only in this answer. At most ${MAX_ACTIVE_WEBHOOKS} active webhooks an owner. Scope \`read\`.`,
        headers: IdempotencyHeader,
        body: Ref(WebhookRequestSchema),
        response: {
          201: json('The webhook with its secret.', WebhookCreated, {
            ok: true,
            webhook,
            secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDL7Gt4Tg5Y5I=',
          }),
          ...problems(
            'invalid_request',
            'invalid_json',
            'token_without_webhooks',
            'webhook_limit_reached',
            'idempotency_in_progress',
            'payload_too_large',
            'unsupported_media_type',
            'idempotency_key_reused',
          ),
        },
      },
    },
    async (request, reply) => {
      const { known, unknown } = eventTypesFromWire(request.body)
      if (unknown.length > 0) {
        throw invalid(
          ...unknown.map((name) =>
            name === ''
              ? wrong(['eventTypes'], 'empty_event')
              : wrong(['eventTypes'], 'unknown_event', { name, known: EVENT_TYPES }),
          ),
        )
      }
      const { url } = request.body
      const { token } = request
      const create = async (tx: Database) => {
        const context = { db: tx, keys, now: clock(), by: program(token, request) }
        const wanted = { ownerId: token.ownerId, url, eventTypes: known }
        const { webhook, secret } = await createWebhook(context, token.ownerId, wanted)
        return { body: { ok: true, webhook: webhookToWire(webhook), secret } }
      }
      return answerCreated(services, request, reply, create, () => checkTarget(refuseTarget, url)) as never
    },
  )

  app.delete(
    '/webhooks/:id',
    {
      config: { scope: 'read', closedBy: 'no_webhooks' },
      schema: {
        operationId: 'deactivateWebhook',
        tags,
        summary: 'Deactivate a webhook',
        description: 'It stays in the list with `activo: false`. Again: the same answer. Scope `read`.',
        params: IdParams,
        response: {
          200: json('The webhook, deactivated.', WebhookResponse, { ok: true, webhook: deactivatedExample }),
          ...problems('invalid_request', 'token_without_webhooks', 'webhook_not_found'),
        },
      },
    },
    async (request) => {
      const { params, token } = request
      const context = { db, now: clock(), by: program(token, request) }
      const deactivated = await deactivateWebhook(context, token.ownerId, idOf(params))
      return { ok: true, webhook: webhookToWire(deactivated) }
    },
  )
}
