// Resends deliveries, and recovers failed or missed ones.
import { Refusal } from '../../domain/codes/refusal.ts'
import { DEFAULT_RETENTION } from '../../domain/operations/retention.ts'
import { MOST_RECOVERED, missedFoundSince, type WebhookScope, withoutQuery } from '../../domain/webhooks/webhook.ts'
import type { Database } from '../../store/kit/database.ts'
import { announceDeliveries, requeueDelivery, requeueFailed } from '../../store/webhooks/deliveries.ts'
import { findDelivery } from '../../store/webhooks/delivery-history.ts'
import { createMissedDeliveries } from '../../store/webhooks/missed.ts'
import { lockWebhook } from '../../store/webhooks/pages.ts'
import { type ActionContext, record } from '../context.ts'
import { activeWebhook, recordWebhookAction } from './existing.ts'

/** Resends a delivery in any state. */
export const resendDelivery = (
  context: ActionContext,
  within: WebhookScope,
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

export interface Recovered {
  readonly count: number
  /** True if the limit was reached, so more may be left. */
  readonly more: boolean
}

export interface RecoveryBounds {
  /** Undefined means unlimited. */
  readonly most?: number | undefined
  /** Retention of deliveries; undefined uses the default. */
  readonly deliveriesKeptMs?: number | undefined
}

/**
 * Resends failed deliveries created at or after `since`, and events since then that the webhook subscribes to but never
 * received: at most `most`, in one transaction. Delivered and pending deliveries stay unchanged.
 */
export const recoverDeliveries = (
  context: ActionContext,
  within: WebhookScope,
  id: number,
  since: Date,
  { most = Number.POSITIVE_INFINITY, deliveriesKeptMs = DEFAULT_RETENTION.deliveriesMs }: RecoveryBounds = {},
): Promise<Recovered> =>
  context.db.transaction(async (tx) => {
    const { now } = context
    await lockWebhook(tx, id) // a concurrent recovery must see the first one's result
    const webhook = await activeWebhook(tx, within, id)
    const failed = await requeueAllFailed(tx, id, { since, now, most })
    const oldest = missedFoundSince(now, deliveriesKeptMs)
    const findable = since < oldest ? oldest : since
    const room = Math.min(most - failed, MOST_RECOVERED)
    const missed = room > 0 ? await createMissedDeliveries(tx, webhook, { since: findable, now, limit: room }) : 0
    const count = failed + missed
    await announceDeliveries(tx)
    await recordWebhookAction(tx, context, 'webhook.recovered', webhook, { since, count })
    return { count, more: missed === room }
  })

interface Requeued {
  readonly since: Date
  readonly now: Date
  readonly most: number
}

async function requeueAllFailed(tx: Database, id: number, { since, now, most }: Requeued): Promise<number> {
  let count = 0
  let afterId = 0
  for (let more = true; more; ) {
    const limit = Math.min(RECOVERED_AT_ONCE, most - count)
    const ids = await requeueFailed(tx, id, { since, now, afterId, limit })
    count += ids.length
    for (const each of ids) afterId = Math.max(afterId, each)
    more = ids.length === limit && count < most
  }
  return count
}
