// Webhooks, section Platform: endpoints and their health. A reseller's are its owner's.
import type { FastifyRequest } from 'fastify'
import {
  changeWebhook,
  createWebhookFor,
  deactivateByHand,
  enableByHand,
  recoverByHand,
  rotateByHand,
  testByHand,
} from '../../actions/webhooks/console-webhooks.ts'
import { scopeOf } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import { findListedWebhook, listWebhookPage } from '../../store/webhooks/pages.ts'
import type { Gate } from '../gate.ts'
import { idOf, timeOf } from '../ids.ts'
import { ownedPage } from '../paging.ts'
import { serve } from '../serve.ts'
import type { App, ConsoleServices } from '../services.ts'
import { webhookAnswer } from './answers.ts'

const reading = 'webhooks.read'
const changing = 'webhooks.change'

export function webhookRoutes(app: App, { db, clock, refuseTarget }: ConsoleServices, gate: Gate): void {
  const contextOf = (request: FastifyRequest) => ({
    ...gate.context(request),
    within: scopeOf(request.signedIn.user),
    refuseTarget,
  })

  serve(app, 'GET /webhooks', reading, async ({ query, signedIn }) => {
    const { state } = query
    const { page, nextCursor } = await ownedPage(signedIn, query, (scope, wanted) =>
      listWebhookPage(db, scope, { ...wanted, state }),
    )
    const now = clock()
    return { webhooks: page.map((webhook) => webhookAnswer(webhook, now)), nextCursor }
  })

  serve(app, 'GET /webhooks/:id', reading, async ({ params, signedIn }) => {
    const webhook = await findListedWebhook(db, scopeOf(signedIn.user), idOf(params.id))
    if (!webhook) throw new Refusal('webhook_not_found')
    return { webhook: webhookAnswer(webhook, clock()) }
  })

  serve(app, 'POST /webhooks', changing, async (request) => {
    const { ownerId, url, events: eventTypes } = request.body
    const { webhook, secret } = await createWebhookFor(contextOf(request), ownerId, { url, eventTypes })
    return { webhook: webhookAnswer(webhook, clock()), secret }
  })

  serve(app, 'PATCH /webhooks/:id', changing, async (request) => {
    const { url, events } = request.body
    const wish = { ...(url !== undefined && { url }), ...(events !== undefined && { eventTypes: events }) }
    const webhook = await changeWebhook(contextOf(request), idOf(request.params.id), wish)
    return { webhook: webhookAnswer(webhook, clock()) }
  })

  serve(app, 'DELETE /webhooks/:id', changing, async (request) => ({
    webhook: webhookAnswer(await deactivateByHand(contextOf(request), idOf(request.params.id)), clock()),
  }))

  serve(app, 'POST /webhooks/:id/enable', changing, async (request) => ({
    webhook: webhookAnswer(await enableByHand(contextOf(request), idOf(request.params.id)), clock()),
  }))

  serve(app, 'POST /webhooks/:id/rotate', changing, async (request) => ({
    ...(await rotateByHand(contextOf(request), idOf(request.params.id))),
  }))

  serve(app, 'POST /webhooks/:id/test', changing, async (request) => ({
    ...(await testByHand(contextOf(request), idOf(request.params.id))),
  }))

  serve(app, 'POST /webhooks/:id/recover', changing, async (request) => ({
    count: await recoverByHand(contextOf(request), idOf(request.params.id), timeOf(request.body.since, 'since')),
  }))
}
