import type { FastifyRequest } from 'fastify'
import { recoverDeliveries, resendDelivery } from '../../../actions/webhooks/resend.ts'
import { sendTestEvent } from '../../../actions/webhooks/send-test.ts'
import { program } from '../../../domain/audit/action.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { MOST_RECOVERED } from '../../../domain/webhooks/webhook.ts'
import type { Transaction } from '../../../store/kit/database.ts'
import { findDelivery, listAttempts, listAttemptsOf, listDeliveries } from '../../../store/webhooks/delivery-history.ts'
import { findListedWebhook } from '../../../store/webhooks/pages.ts'
import {
  deliveryStateFromWire,
  deliveryToWire,
  recoveryToWire,
  sinceFromWire,
  testTypeFromWire,
} from '../../../wire/webhooks/delivery.ts'
import type { DELIVERY_OPERATIONS } from '../contract/deliveries.ts'
import { idOf } from '../contract/parameters.ts'
import type { Handlers } from '../handler.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

type Names = Exclude<keyof typeof DELIVERY_OPERATIONS, 'GET /eventos'>

export function deliveryHandlers(services: ApiServices): Handlers<Names> {
  const { db, baseUrl, clock } = services
  const contextOf = (request: FastifyRequest, tx: Transaction) => ({
    db: tx,
    now: clock(),
    by: program(request.token, request),
  })

  return {
    'GET /webhooks/:id/entregas': async ({ params, query, token }, reply) => {
      const webhook = await findListedWebhook(db, token.ownerId, idOf(params))
      if (!webhook) throw new Refusal('webhook_not_found')
      const { limit, before } = pageOf(query)
      const state = deliveryStateFromWire(query)
      const rows = await listDeliveries(db, webhook.id, { state, before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      const ids = page.map(({ id }) => id)
      const attempts = await listAttemptsOf(db, ids)
      const entregas = page.map((delivery) => deliveryToWire(delivery, attempts.get(delivery.id) ?? []))
      return { ok: true, entregas, next_cursor: nextCursor }
    },

    'POST /webhooks/:id/probar': {
      work: async (request, tx) => {
        const id = idOf(request.params)
        const type = testTypeFromWire(request.body)
        const { deliveryId } = await sendTestEvent(contextOf(request, tx), request.token.ownerId, id, type)
        return { body: await shown(tx, id, deliveryId) }
      },
    },

    'POST /webhooks/:id/entregas/:entrega/reenviar': {
      work: async (request, tx) => {
        const id = idOf(request.params)
        const deliveryId = idOf({ id: request.params.entrega })
        await resendDelivery(contextOf(request, tx), request.token.ownerId, id, deliveryId)
        return { body: await shown(tx, id, deliveryId) }
      },
    },

    'POST /webhooks/:id/recuperar': {
      work: async (request, tx) => {
        const since = sinceFromWire(request.body)
        const bounds = { most: MOST_RECOVERED, deliveriesKeptMs: services.deliveriesKeptMs }
        const id = idOf(request.params)
        const context = contextOf(request, tx)
        return { body: recoveryToWire(await recoverDeliveries(context, request.token.ownerId, id, since, bounds)) }
      },
    },
  }
}

async function shown(tx: Transaction, webhookId: number, id: number) {
  const delivery = await findDelivery(tx, webhookId, id)
  if (!delivery) throw new Refusal('delivery_not_found')
  return { ok: true, entrega: deliveryToWire(delivery, await listAttempts(tx, id)) }
}
