import { createWebhook } from '../../../actions/webhooks/create.ts'
import { deactivateWebhook } from '../../../actions/webhooks/deactivate.ts'
import { reviseWebhook } from '../../../actions/webhooks/revise.ts'
import { rotateSecret } from '../../../actions/webhooks/rotate-secret.ts'
import { checkTarget } from '../../../actions/webhooks/target.ts'
import type { App } from '../../../base/serving/app.ts'
import { program } from '../../../domain/audit/deed.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { EVENT_TYPES, type EventType } from '../../../domain/webhooks/events.ts'
import { MAX_ACTIVE_WEBHOOKS, MOST_PREVIOUS_SECRETS } from '../../../domain/webhooks/webhook.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findListedWebhook } from '../../../store/webhooks/pages.ts'
import { listWebhooks } from '../../../store/webhooks/rows.ts'
import { Ref } from '../../../wire/common.ts'
import {
  changeFromWire,
  deactivatedExample,
  eventTypesFromWire,
  namesEvents,
  rotatedToWire,
  WebhookChangeSchema,
  WebhookCreated,
  WebhookList,
  WebhookQuery,
  WebhookRequestSchema,
  WebhookResponse,
  WebhookRotated,
  webhookExample,
  webhookToWire,
} from '../../../wire/webhooks/webhook.ts'
import { json, problemsOf } from '../describe.ts'
import { answerDone, IdempotencyHeader } from '../idempotency.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'
import { IdParams, idOf } from './parameters.ts'

const tags = ['Webhooks']
const config = { scope: 'read', orScope: 'webhooks' } as const
const webhook = webhookExample

export function webhookRoutes(app: App, services: ApiServices): void {
  const problems = problemsOf(services.rateLimitPerMinute)
  const { db, keys, baseUrl, clock, refuseTarget } = services

  app.get(
    '/webhooks',
    {
      config,
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: "The owner's webhooks, newest first",
        description: 'Deactivated ones too. Scope `webhooks` or `read`.',
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
      config,
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Register a webhook',
        description: `The secret is shown only in this answer. At most ${MAX_ACTIVE_WEBHOOKS} active webhooks an owner. Scope \`webhooks\` or \`read\`.`,
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
            'quota_exceeded',
            'idempotency_in_progress',
            'payload_too_large',
            'unsupported_media_type',
            'idempotency_key_reused',
          ),
        },
      },
    },
    async (request, reply) => {
      const eventTypes = eventTypesOf(request.body)
      const { url } = request.body
      const { token } = request
      const create = async (tx: Database) => {
        const context = { db: tx, keys, now: clock(), by: program(token, request) }
        const { ownerId, organisationId } = token
        const wanted = { ownerId, organisationId, url, eventTypes }
        const { webhook, secret } = await createWebhook(context, organisationId, wanted)
        return { body: { ok: true, webhook: webhookToWire(webhook), secret } }
      }
      return answerDone(services, request, reply, create, () => checkTarget(refuseTarget, url)) as never
    },
  )

  app.get(
    '/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'A webhook',
        description: "Another owner's webhook is a 404. Scope `webhooks` or `read`.",
        params: IdParams,
        response: {
          200: json('The webhook.', WebhookResponse, { ok: true, webhook }),
          ...problems('invalid_request', 'token_without_webhooks', 'webhook_not_found'),
        },
      },
    },
    async ({ params, token }) => {
      const found = await findListedWebhook(db, token.ownerId, idOf(params))
      if (!found) throw new Refusal('webhook_not_found')
      return { ok: true, webhook: webhookToWire(found) }
    },
  )

  app.patch(
    '/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'changeWebhook',
        tags,
        summary: 'Change a webhook',
        description:
          'What is left out stays as it is. Reactivating one counts against the limit of active webhooks. Scope `webhooks` or `read`.',
        params: IdParams,
        body: Ref(WebhookChangeSchema),
        response: {
          200: json('The webhook, changed.', WebhookResponse, { ok: true, webhook }),
          ...problems(
            'invalid_request',
            'invalid_json',
            'token_without_webhooks',
            'webhook_not_found',
            'webhook_limit_reached',
            'quota_exceeded',
            'payload_too_large',
            'unsupported_media_type',
          ),
        },
      },
    },
    async (request) => {
      const { params, body, token } = request
      const id = idOf(params)
      const change = changeFromWire(body, namesEvents(body) ? eventTypesOf(body) : undefined)
      // Whose webhook it is comes first: an address is looked up for nobody else.
      if (!(await findListedWebhook(db, token.ownerId, id))) throw new Refusal('webhook_not_found')
      if (change.url !== undefined) await checkTarget(refuseTarget, change.url)
      const context = { db, now: clock(), by: program(token, request) }
      return { ok: true, webhook: webhookToWire(await reviseWebhook(context, token.ownerId, id, change)) }
    },
  )

  app.post(
    '/webhooks/:id/rotar',
    {
      config,
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Replace the secret of a webhook',
        description: `The new secret is shown only in this answer. For 24 hours deliveries carry the signatures of both, so that the receiver can be changed without losing one. Replaced again within that time, each of up to ${MOST_PREVIOUS_SECRETS} before it signs until its own 24 hours are over: all of them in \`webhook-signature\`, the last one in \`X-Service-Signature-Previous\`. Scope \`webhooks\` or \`read\`.`,
        headers: IdempotencyHeader,
        params: IdParams,
        response: {
          200: json('The webhook with its new secret.', WebhookRotated, {
            ok: true,
            webhook,
            secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDL7Gt4Tg5Y5I=',
            anterior_hasta: '2026-11-15T18:20:00.000Z',
          }),
          ...problems(
            'invalid_request',
            'token_without_webhooks',
            'webhook_not_found',
            'idempotency_in_progress',
            'idempotency_key_reused',
          ),
        },
      },
    },
    (request, reply) =>
      answerDone(services, request, reply, (on) =>
        on.transaction(async (tx) => {
          const { token } = request
          const id = idOf(request.params)
          const context = { db: tx, keys, now: clock(), by: program(token, request) }
          const rotated = await rotateSecret(context, token.ownerId, id)
          return { status: 200, body: rotatedToWire((await findListedWebhook(tx, token.ownerId, id))!, rotated) }
        }),
      ) as never,
  )

  app.delete(
    '/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'deactivateWebhook',
        tags,
        summary: 'Deactivate a webhook',
        description: 'It stays in the list with `activo: false`. Again: the same answer. Scope `webhooks` or `read`.',
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

/** Those that are named; every unknown name is refused by itself. */
function eventTypesOf(body: Parameters<typeof eventTypesFromWire>[0]): EventType[] {
  const { known, unknown } = eventTypesFromWire(body)
  if (unknown.length === 0) return known
  throw invalid(
    ...unknown.map((name) =>
      name === ''
        ? wrong(['eventTypes'], 'empty_event')
        : wrong(['eventTypes'], 'unknown_event', { name, known: EVENT_TYPES }),
    ),
  )
}
