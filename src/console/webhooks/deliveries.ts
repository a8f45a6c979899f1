// What is or was owed to a webhook, and every attempt at it.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { resendDelivery } from '../../actions/webhooks/resend.ts'
import { scopeOf } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import { DELIVERY_TYPES, type DeliveryType } from '../../domain/webhooks/events.ts'
import { DELIVERY_STATES, type DeliveryState } from '../../store/webhooks/deliveries.ts'
import { findDelivery, listAttempts, listDeliveries } from '../../store/webhooks/delivery-history.ts'
import { findListedWebhook } from '../../store/webhooks/pages.ts'
import { PageQuery } from '../../wire/common.ts'
import { IdParams, idOf } from '../fields.ts'
import type { Gate } from '../gate.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { App, ConsoleServices } from '../services.ts'
import { attemptAnswer, deliveryAnswer } from './answers.ts'

const reading = { access: 'webhooks.read' } as const
const changing = { access: 'webhooks.change' } as const
const DeliveryParams = Type.Object({ id: Type.String(), deliveryId: Type.String() })
const DeliveryQuery = Type.Object({
  ...PageQuery,
  state: Type.Optional(Type.Unsafe<DeliveryState>({ enum: [...DELIVERY_STATES] })),
  type: Type.Optional(Type.Unsafe<DeliveryType>({ enum: [...DELIVERY_TYPES] })),
})

export function deliveryRoutes(app: App, { db }: ConsoleServices, gate: Gate): void {
  const list = { config: reading, schema: { params: IdParams, querystring: DeliveryQuery } }
  app.get('/webhooks/:id/deliveries', list, async (request) => {
    const webhookId = await visibleWebhook(request, request.params.id)
    const { state, type } = request.query
    const wanted = pageOf(request.query)
    const { page, nextCursor } = cutPage(await listDeliveries(db, webhookId, { ...wanted, state, type }), wanted)
    return { ok: true, deliveries: page.map(deliveryAnswer), nextCursor }
  })

  const one = { config: reading, schema: { params: DeliveryParams } }
  app.get('/webhooks/:id/deliveries/:deliveryId', one, async (request) => {
    const webhookId = await visibleWebhook(request, request.params.id)
    const delivery = await findDelivery(db, webhookId, idOf(request.params.deliveryId, 'deliveryId'))
    if (!delivery) throw new Refusal('delivery_not_found')
    const attempts = await listAttempts(db, delivery.id)
    return {
      ok: true,
      delivery: { ...deliveryAnswer(delivery), body: delivery.body },
      attempts: attempts.map(attemptAnswer),
    }
  })

  const again = { config: changing, schema: { params: DeliveryParams } }
  app.post('/webhooks/:id/deliveries/:deliveryId/resend', again, async (request) => {
    const { id, deliveryId } = request.params
    const within = scopeOf(request.visitor.user)
    await resendDelivery(gate.context(request), within, idOf(id), idOf(deliveryId, 'deliveryId'))
    return { ok: true }
  })

  async function visibleWebhook({ visitor }: Pick<FastifyRequest, 'visitor'>, text: string): Promise<number> {
    const webhook = await findListedWebhook(db, scopeOf(visitor.user), idOf(text))
    if (!webhook) throw new Refusal('webhook_not_found')
    return webhook.id
  }
}
