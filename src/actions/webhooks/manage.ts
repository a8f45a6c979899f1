// What an operator does with a webhook that exists: look after its secret, wake it up, send things again.
import { Refusal } from '../../domain/refusal.ts'
import { PREVIOUS_SECRET_MS, type Webhook } from '../../domain/webhooks/webhook.ts'
import type { Database } from '../../store/database.ts'
import { announceDeliveries, insertEventFor, requeueDelivery, requeueFailed } from '../../store/webhooks/deliveries.ts'
import { activateWebhookRow, findWebhook, replaceSecret } from '../../store/webhooks/rows.ts'
import type { Context } from '../context.ts'
import { newEvent } from '../event.ts'
import { makeRoomForWebhook, makeWebhookSecret } from './create.ts'

async function existing(db: Database, id: number): Promise<Webhook> {
  const webhook = await findWebhook(db, id)
  if (!webhook) throw new Refusal('webhook_not_found')
  return webhook
}

async function active(db: Database, id: number): Promise<Webhook> {
  const webhook = await existing(db, id)
  if (!webhook.active) throw new Refusal('webhook_inactive')
  return webhook
}

/** The new secret; the old one goes on signing beside it for a day. */
export function rotateWebhookSecret({ db, keys, now }: Omit<Context, 'book'>, id: number): Promise<string> {
  return db.transaction(async (tx) => {
    await existing(tx, id)
    const { secret, sealed } = makeWebhookSecret(keys, id)
    await replaceSecret(tx, id, sealed, new Date(now.getTime() + PREVIOUS_SECRET_MS))
    return secret
  })
}

export function enableWebhook(db: Database, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const webhook = await existing(tx, id)
    if (webhook.active) return
    await makeRoomForWebhook(tx, webhook.ownerId)
    await activateWebhookRow(tx, id)
  })
}

/** Goes to this webhook alone, whatever it subscribed to. */
export async function sendTestEvent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: number,
): Promise<{ eventId: string; deliveryId: number }> {
  const webhook = await active(db, id)
  const event = newEvent('webhook.test', {}, now)
  const deliveryId = await insertEventFor(db, id, webhook.ownerId, event)
  await announceDeliveries(db)
  return { eventId: event.id, deliveryId }
}

export async function resendDelivery({ db, now }: Pick<Context, 'db' | 'now'>, deliveryId: number): Promise<void> {
  if (!(await requeueDelivery(db, deliveryId, now))) {
    throw new Refusal('delivery_not_found')
  }
  await announceDeliveries(db)
}

const RECOVERED_AT_ONCE = 5_000

/** All of them or none. Returns how many will be sent again. */
export function recoverDeliveries({ db, now }: Pick<Context, 'db' | 'now'>, id: number, since: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await active(tx, id)
    let count = 0
    let afterId = 0
    for (let more = true; more; ) {
      const ids = await requeueFailed(tx, id, { since, now, afterId, limit: RECOVERED_AT_ONCE })
      count += ids.length
      for (const each of ids) afterId = Math.max(afterId, each)
      more = ids.length === RECOVERED_AT_ONCE
    }
    await announceDeliveries(tx)
    return count
  })
}
