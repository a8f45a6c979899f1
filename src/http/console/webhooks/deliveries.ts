import type { FastifyRequest } from 'fastify'
import { resendDelivery } from '../../../actions/webhooks/resend.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { HOUR_MS } from '../../../domain/time/units.ts'
import { withTests } from '../../../domain/webhooks/webhook.ts'
import { countAttempts, findDelivery, listAttempts, listDeliveries } from '../../../store/webhooks/delivery-history.ts'
import { findListedWebhook } from '../../../store/webhooks/pages.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { newestPage } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { attemptAnswer, deliveryAnswer, seesKeys } from './answers.ts'

const reading = 'webhooks.read'
const changing = 'webhooks.change'

export function deliveryRoutes(app: App, { db, clock }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /webhooks/:id/deliveries', reading, async (request) => {
    const webhookId = await visibleWebhook(request, request.params.id)
    const { state, type } = request.query
    const { page, nextCursor } = await newestPage(request.query, (wanted) =>
      listDeliveries(db, webhookId, { ...wanted, state, type }),
    )
    return { deliveries: page.map(deliveryAnswer), nextCursor }
  })

  serve(app, 'GET /webhooks/:id/hours', reading, async (request) => {
    const webhookId = await visibleWebhook(request, request.params.id)
    // 24 whole or started hours, the current one last.
    const since = Math.floor(clock().getTime() / HOUR_MS) * HOUR_MS - 23 * HOUR_MS
    const counted = await countAttempts(db, webhookId, new Date(since))
    return {
      hours: Array.from({ length: 24 }, (_, hour) => {
        const { delivered = 0, failed = 0 } = counted.find((each) => each.hour === hour) ?? {}
        return { at: new Date(since + hour * HOUR_MS), delivered, failed }
      }),
    }
  })

  serve(app, 'GET /webhooks/:id/deliveries/:deliveryId', reading, async (request) => {
    const webhookId = await visibleWebhook(request, request.params.id)
    const delivery = await findDelivery(db, webhookId, idOf(request.params.deliveryId, 'deliveryId'))
    if (!delivery) throw new Refusal('delivery_not_found')
    const attempts = await listAttempts(db, delivery.id)
    return {
      delivery: { ...deliveryAnswer(delivery), body: delivery.body },
      attempts: attempts.map((attempt) => attemptAnswer(attempt, seesKeys(request.signedIn.user))),
    }
  })

  serve(app, 'POST /webhooks/:id/deliveries/:deliveryId/resend', changing, async (request) => {
    const { id, deliveryId } = request.params
    const within = withTests(scopeOf(request.signedIn.user))
    await resendDelivery(gate.context(request), within, idOf(id), idOf(deliveryId, 'deliveryId'))
    return {}
  })

  async function visibleWebhook({ signedIn }: Pick<FastifyRequest, 'signedIn'>, text: string): Promise<number> {
    const webhook = await findListedWebhook(db, withTests(scopeOf(signedIn.user)), idOf(text))
    if (!webhook) throw new Refusal('webhook_not_found')
    return webhook.id
  }
}
