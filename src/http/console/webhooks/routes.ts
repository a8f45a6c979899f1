// Webhooks and their health, including marked test webhooks. A reseller sees only those of its organisation.
import type { FastifyRequest } from 'fastify'
import { changeWebhook } from '../../../actions/webhooks/change.ts'
import { createWebhook } from '../../../actions/webhooks/create.ts'
import { deactivateWebhook } from '../../../actions/webhooks/deactivate.ts'
import { enableWebhook } from '../../../actions/webhooks/enable.ts'
import { recoverDeliveries } from '../../../actions/webhooks/resend.ts'
import { rotateSecret } from '../../../actions/webhooks/rotate-secret.ts'
import { sampleEvent, sendTestEvent } from '../../../actions/webhooks/send-test.ts'
import { checkTarget } from '../../../actions/webhooks/target.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { EVENT_TYPES } from '../../../domain/webhooks/events.ts'
import { withTests } from '../../../domain/webhooks/webhook.ts'
import { findListedWebhook, listWebhookPage } from '../../../store/webhooks/pages.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf, timeOf } from '../kit/ids.ts'
import { ownedPage } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { seesKeys, webhookAnswer } from './answers.ts'

const reading = 'webhooks.read'
const changing = 'webhooks.change'

export function webhookRoutes(
  app: App,
  { db, clock, refuseTarget, deliveriesKeptMs }: ConsoleServices,
  gate: Gate,
): void {
  /** Action context, and the scope of the webhooks that the user may see. */
  const by = (request: FastifyRequest) => [gate.context(request), withTests(scopeOf(request.signedIn.user))] as const

  serve(app, 'GET /webhooks', reading, async ({ query, signedIn }) => {
    const { state } = query
    const { page, nextCursor } = await ownedPage(signedIn, query, (scope, wanted) =>
      listWebhookPage(db, scope, { ...wanted, state }),
    )
    const now = clock()
    const withKeys = seesKeys(signedIn.user)
    return { webhooks: page.map((webhook) => webhookAnswer(webhook, now, withKeys)), nextCursor }
  })

  serve(app, 'GET /webhooks/samples', reading, () => ({
    samples: EVENT_TYPES.map((type) => ({ type, body: sampleEvent(type, clock()).body })),
  }))

  serve(app, 'GET /webhooks/:id', reading, async ({ params, signedIn }) => {
    const webhook = await findListedWebhook(db, withTests(scopeOf(signedIn.user)), idOf(params.id))
    if (!webhook) throw new Refusal('webhook_not_found')
    return { webhook: webhookAnswer(webhook, clock(), seesKeys(signedIn.user)) }
  })

  serve(app, 'POST /webhooks', changing, async (request) => {
    const { ownerId, url, events: eventTypes } = request.body
    await checkTarget(refuseTarget, url)
    const { webhook, secret } = await createWebhook(gate.context(request), scopeOf(request.signedIn.user), {
      ownerId,
      url,
      eventTypes,
    })
    return { webhook: webhookAnswer(webhook, clock(), true), secret }
  })

  serve(app, 'PATCH /webhooks/:id', changing, async (request) => {
    const { url, events } = request.body
    if (url !== undefined) await checkTarget(refuseTarget, url)
    const wish = { ...(url !== undefined && { url }), ...(events !== undefined && { eventTypes: events }) }
    const webhook = await changeWebhook(...by(request), idOf(request.params.id), wish)
    return { webhook: webhookAnswer(webhook, clock(), true) }
  })

  serve(app, 'DELETE /webhooks/:id', changing, async (request) => ({
    webhook: webhookAnswer(await deactivateWebhook(...by(request), idOf(request.params.id)), clock(), true),
  }))

  serve(app, 'POST /webhooks/:id/enable', changing, async (request) => ({
    webhook: webhookAnswer(await enableWebhook(...by(request), idOf(request.params.id)), clock(), true),
  }))

  serve(app, 'POST /webhooks/:id/rotate', changing, (request) => rotateSecret(...by(request), idOf(request.params.id)))

  serve(app, 'POST /webhooks/:id/test', changing, (request) => sendTestEvent(...by(request), idOf(request.params.id)))

  serve(app, 'POST /webhooks/:id/recover', changing, async (request) => {
    const since = timeOf(request.body.since, 'since')
    const { count } = await recoverDeliveries(...by(request), idOf(request.params.id), since, { deliveriesKeptMs })
    return { count }
  })
}
