import { createWebhook } from '../../../actions/webhooks/create.ts'
import { deactivateWebhook } from '../../../actions/webhooks/deactivate.ts'
import { reviseWebhook } from '../../../actions/webhooks/revise.ts'
import { rotateSecret } from '../../../actions/webhooks/rotate-secret.ts'
import { checkTarget } from '../../../actions/webhooks/target.ts'
import { program } from '../../../domain/audit/action.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { EVENT_TYPES, type EventType } from '../../../domain/webhooks/events.ts'
import type { Webhook } from '../../../domain/webhooks/webhook.ts'
import { findListedWebhook } from '../../../store/webhooks/pages.ts'
import { listWebhooks } from '../../../store/webhooks/rows.ts'
import {
  changeFromWire,
  eventTypesFromWire,
  namesEvents,
  rotatedToWire,
  webhookToWire,
} from '../../../wire/webhooks/webhook.ts'
import { idOf } from '../contract/parameters.ts'
import type { WEBHOOK_OPERATIONS } from '../contract/webhooks.ts'
import type { Handlers } from '../handler.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'
import { entityTag, requireMatch } from '../transport/conditional.ts'

export function webhookHandlers(services: ApiServices): Handlers<keyof typeof WEBHOOK_OPERATIONS> {
  const { db, keys, baseUrl, clock, refuseTarget } = services
  return {
    'GET /webhooks': async ({ query, token }, reply) => {
      const { limit, before } = pageOf(query)
      const rows = await listWebhooks(db, token.ownerId, { before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      return { ok: true, webhooks: page.map(webhookToWire), next_cursor: nextCursor }
    },

    'POST /webhooks': {
      check: ({ body }) => void eventTypesOf(body),
      before: ({ body }) => checkTarget(refuseTarget, body.url),
      work: async (request, tx) => {
        const { body, token } = request
        const { ownerId, organisationId } = token
        const context = { db: tx, keys, now: clock(), by: program(token, request) }
        const wanted = { ownerId, organisationId, url: body.url, eventTypes: eventTypesOf(body) }
        const { webhook, secret } = await createWebhook(context, organisationId, wanted)
        return { body: { ok: true, webhook: webhookToWire(webhook), secret } }
      },
    },

    'GET /webhooks/:id': async ({ params, token }, reply) => {
      const found = await findListedWebhook(db, token.ownerId, idOf(params))
      if (!found) throw new Refusal('webhook_not_found')
      reply.header('etag', webhookTag(found))
      return { ok: true, webhook: webhookToWire(found) }
    },

    'PATCH /webhooks/:id': async (request, reply) => {
      const { params, body, token } = request
      const id = idOf(params)
      const change = changeFromWire(body, namesEvents(body) ? eventTypesOf(body) : undefined)
      // Check the owner first, so that no caller can have names resolved through another owner's webhook.
      if (!(await findListedWebhook(db, token.ownerId, id))) throw new Refusal('webhook_not_found')
      if (change.url !== undefined) await checkTarget(refuseTarget, change.url)
      const context = { db, now: clock(), by: program(token, request) }
      const check = (found: Webhook) => requireMatch(request, webhookTag(found))
      const webhook = await reviseWebhook(context, token.ownerId, id, change, check)
      reply.header('etag', webhookTag(webhook))
      return { ok: true, webhook: webhookToWire(webhook) }
    },

    'POST /webhooks/:id/rotar': {
      work: async (request, tx) => {
        const { params, token } = request
        const id = idOf(params)
        const context = { db: tx, keys, now: clock(), by: program(token, request) }
        const rotated = await rotateSecret(context, token.ownerId, id)
        return { body: rotatedToWire((await findListedWebhook(tx, token.ownerId, id))!, rotated) }
      },
    },

    'DELETE /webhooks/:id': async (request) => {
      const { params, token } = request
      const context = { db, now: clock(), by: program(token, request) }
      const deactivated = await deactivateWebhook(context, token.ownerId, idOf(params))
      return { ok: true, webhook: webhookToWire(deactivated) }
    },
  }
}

/** Covers the fields that can be changed, not the deliveries. */
const webhookTag = ({ id, url, eventTypes, active }: Webhook) => entityTag({ id, url, eventTypes, active })

/** Reports each unknown name as a separate error. */
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
