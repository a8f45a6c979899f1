import { type DeliveryType, SAMPLE_EVENT } from '../../domain/webhooks/events.ts'
import type { WebhookScope } from '../../domain/webhooks/webhook.ts'
import { announceDeliveries, insertEventFor } from '../../store/webhooks/deliveries.ts'
import type { NewEvent } from '../../store/webhooks/events.ts'
import { sampleData } from '../../wire/webhooks/sample.ts'
import type { ActionContext } from '../context.ts'
import { newEvent } from '../event.ts'
import { activeWebhook, recordWebhookAction } from './existing.ts'

/** A sample of an event, marked as a test. */
export const sampleEvent = (type: DeliveryType, now: Date, isTest = true): NewEvent =>
  newEvent(type, sampleData(type, now), now, now, isTest)

/**
 * Sends `webhook.test`, or a sample of another type marked as a test, to this webhook only, regardless of its
 * subscription. Samples are stored under a type of their own, so that the event log does not list them and recovery
 * does not send them to other webhooks.
 */
export const sendTestEvent = (
  context: ActionContext,
  within: WebhookScope,
  id: number,
  type: DeliveryType = 'webhook.test',
): Promise<{ eventId: string; deliveryId: number }> =>
  context.db.transaction(async (tx) => {
    const webhook = await activeWebhook(tx, within, id)
    const isSample = type !== 'webhook.test'
    const event = sampleEvent(type, context.now, isSample || webhook.isTest)
    const keptAs = isSample ? SAMPLE_EVENT : type
    const sent = { eventId: event.id, deliveryId: await insertEventFor(tx, id, webhook.ownerId, event, keptAs) }
    await announceDeliveries(tx)
    await recordWebhookAction(tx, context, 'webhook.tested', webhook, isSample ? { ...sent, type } : sent)
    return sent
  })
