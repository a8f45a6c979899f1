// Webhooks, section Platform: endpoints and their health. A reseller's are its owner's.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeWebhook } from '../../actions/webhooks/change.ts'
import { createWebhook } from '../../actions/webhooks/create.ts'
import { deactivateWebhook } from '../../actions/webhooks/deactivate.ts'
import { enableWebhook } from '../../actions/webhooks/enable.ts'
import { recoverDeliveries } from '../../actions/webhooks/resend.ts'
import { rotateSecret } from '../../actions/webhooks/rotate-secret.ts'
import { sendTestEvent } from '../../actions/webhooks/send-test.ts'
import { checkTarget } from '../../actions/webhooks/target.ts'
import { isWithin, scopeOf } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import { EVENT_TYPES, type EventType } from '../../domain/webhooks/events.ts'
import { findListedWebhook, listWebhookPage, WEBHOOK_STATES, type WebhookState } from '../../store/webhooks/pages.ts'
import { PageQuery } from '../../wire/common.ts'
import { Body, DateTimeField, IdParams, idOf, OwnerId, timeOf } from '../fields.ts'
import type { Gate } from '../gate.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { App, ConsoleServices } from '../services.ts'
import { webhookAnswer } from './answers.ts'

const reading = { access: 'webhooks.read' } as const
const changing = { access: 'webhooks.change' } as const
const Url = Type.String({ format: 'uri', minLength: 1, maxLength: 2048 })
const Events = Type.Array(Type.Unsafe<EventType>({ enum: [...EVENT_TYPES] }), { minItems: 1, uniqueItems: true })

export function webhookRoutes(app: App, { db, clock, refuseTarget }: ConsoleServices, gate: Gate): void {
  /** Who does it, and whose webhooks they may see. */
  const by = (request: FastifyRequest) => [gate.context(request), scopeOf(request.visitor.user)] as const

  const query = Type.Object({
    ...PageQuery,
    ownerId: Type.Optional(OwnerId),
    state: Type.Optional(Type.Unsafe<WebhookState>({ enum: [...WEBHOOK_STATES] })),
  })
  app.get('/webhooks', { config: reading, schema: { querystring: query } }, async ({ query, visitor }) => {
    const scope = scopeOf(visitor.user)
    const wanted = pageOf(query)
    const { ownerId, state } = query
    // Another owner than one's own has no webhooks, as far as one can see.
    const hidden = ownerId !== undefined && !isWithin(scope, ownerId)
    const rows = hidden ? [] : await listWebhookPage(db, ownerId ?? scope, { ...wanted, state })
    const { page, nextCursor } = cutPage(rows, wanted)
    const now = clock()
    return { ok: true, webhooks: page.map((webhook) => webhookAnswer(webhook, now)), nextCursor }
  })

  app.get('/webhooks/:id', { config: reading, schema: { params: IdParams } }, async ({ params, visitor }) => {
    const webhook = await findListedWebhook(db, scopeOf(visitor.user), idOf(params.id))
    if (!webhook) throw new Refusal('webhook_not_found')
    return { ok: true, webhook: webhookAnswer(webhook, clock()) }
  })

  const WebhookBody = Body({ ownerId: OwnerId, url: Url, events: Events })
  app.post('/webhooks', { config: changing, schema: { body: WebhookBody } }, async (request, reply) => {
    const { ownerId, url, events: eventTypes } = request.body
    await checkTarget(refuseTarget, url)
    const { webhook, secret } = await createWebhook(...by(request), { ownerId, url, eventTypes })
    return reply.code(201).send({ ok: true, webhook: webhookAnswer(webhook, clock()), secret })
  })

  const ChangeBody = Body({ url: Type.Optional(Url), events: Type.Optional(Events) })
  app.patch('/webhooks/:id', { config: changing, schema: { params: IdParams, body: ChangeBody } }, async (request) => {
    const { url, events } = request.body
    if (url !== undefined) await checkTarget(refuseTarget, url)
    const wish = { ...(url !== undefined && { url }), ...(events !== undefined && { eventTypes: events }) }
    const webhook = await changeWebhook(...by(request), idOf(request.params.id), wish)
    return { ok: true, webhook: webhookAnswer(webhook, clock()) }
  })

  const ofWebhook = { config: changing, schema: { params: IdParams } }
  app.delete('/webhooks/:id', ofWebhook, async (request) => ({
    ok: true,
    webhook: webhookAnswer(await deactivateWebhook(...by(request), idOf(request.params.id)), clock()),
  }))

  app.post('/webhooks/:id/enable', ofWebhook, async (request) => ({
    ok: true,
    webhook: webhookAnswer(await enableWebhook(...by(request), idOf(request.params.id)), clock()),
  }))

  app.post('/webhooks/:id/rotate', ofWebhook, async (request) => ({
    ok: true,
    ...(await rotateSecret(...by(request), idOf(request.params.id))),
  }))

  app.post('/webhooks/:id/test', ofWebhook, async (request) => ({
    ok: true,
    ...(await sendTestEvent(...by(request), idOf(request.params.id))),
  }))

  const recovery = { config: changing, schema: { params: IdParams, body: Body({ since: DateTimeField }) } }
  app.post('/webhooks/:id/recover', recovery, async (request) => ({
    ok: true,
    count: await recoverDeliveries(...by(request), idOf(request.params.id), timeOf(request.body.since, 'since')),
  }))
}
