import type { WebhookScope } from '../../domain/webhooks/webhook.ts'
import { announceDeliveries, insertEventFor } from '../../store/webhooks/deliveries.ts'
import type { ActionContext } from '../context.ts'
import { newEvent } from '../event.ts'
import { activeWebhook, tellOfWebhook } from './existing.ts'

/** Goes to this webhook alone, whatever it subscribed to. */
export const sendTestEvent = (
  context: ActionContext,
  within: WebhookScope,
  id: number,
): Promise<{ eventId: string; deliveryId: number }> =>
  context.db.transaction(async (tx) => {
    const webhook = await activeWebhook(tx, within, id)
    const event = newEvent('webhook.test', {}, context.now, context.now, webhook.isTest)
    const sent = { eventId: event.id, deliveryId: await insertEventFor(tx, id, webhook.ownerId, event) }
    await announceDeliveries(tx)
    await tellOfWebhook(tx, context, 'webhook.tested', webhook, sent)
    return sent
  })
