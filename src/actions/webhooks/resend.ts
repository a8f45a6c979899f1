// Sending again what was sent, or could not be.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import { withoutQuery } from '../../domain/webhooks/webhook.ts'
import { announceDeliveries, requeueDelivery, requeueFailed } from '../../store/webhooks/deliveries.ts'
import { findDelivery } from '../../store/webhooks/delivery-history.ts'
import { type DeedContext, record } from '../context.ts'
import { activeWebhook, tellOfWebhook } from './existing.ts'

/** Whatever became of it. */
export const resendDelivery = (
  context: DeedContext,
  within: OwnerScope,
  webhookId: number,
  deliveryId: number,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { ownerId, url } = await activeWebhook(tx, within, webhookId)
    const delivery = await findDelivery(tx, webhookId, deliveryId)
    if (!delivery || !(await requeueDelivery(tx, deliveryId, context.now))) throw new Refusal('delivery_not_found')
    await announceDeliveries(tx)
    const subject = { kind: 'delivery', id: deliveryId } as const
    const details = { webhookId, url: withoutQuery(url), eventId: delivery.eventId, type: delivery.type }
    await record(tx, context, { action: 'delivery.resent', subject, ownerId, details })
  })

const RECOVERED_AT_ONCE = 5_000

/** Everything that failed since then, all of it or nothing. Returns how many will be sent again. */
export const recoverDeliveries = (context: DeedContext, within: OwnerScope, id: number, since: Date): Promise<number> =>
  context.db.transaction(async (tx) => {
    const webhook = await activeWebhook(tx, within, id)
    let count = 0
    let afterId = 0
    for (let more = true; more; ) {
      const ids = await requeueFailed(tx, id, { since, now: context.now, afterId, limit: RECOVERED_AT_ONCE })
      count += ids.length
      for (const each of ids) afterId = Math.max(afterId, each)
      more = ids.length === RECOVERED_AT_ONCE
    }
    await announceDeliveries(tx)
    await tellOfWebhook(tx, context, 'webhook.recovered', webhook, { since, count })
    return count
  })
