import { randomBytes } from 'node:crypto'
import { Refusal } from '../../domain/refusal.ts'
import type { EventType } from '../../domain/webhooks/events.ts'
import { MAX_ACTIVE_WEBHOOKS, type Webhook } from '../../domain/webhooks/webhook.ts'
import type { KeyRing } from '../../secrets.ts'
import type { Database } from '../../store/database.ts'
import { lockOwner } from '../../store/people/owners.ts'
import { countActiveWebhooks, insertWebhook, takeWebhookId } from '../../store/webhooks/rows.ts'
import type { Context } from '../context.ts'

const SECRET_BYTES = 32

export interface NewWebhook {
  readonly url: string
  readonly eventTypes: readonly EventType[]
}

/** The secret is only ever here in the clear: it is stored encrypted and shown once. */
export function createWebhook(
  { db, keys, now }: Omit<Context, 'book'>,
  ownerId: number,
  { url, eventTypes }: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  return db.transaction(async (tx) => {
    await makeRoomForWebhook(tx, ownerId)
    const id = await takeWebhookId(tx)
    const { secret, sealed } = makeWebhookSecret(keys, id)
    return {
      webhook: await insertWebhook(tx, { id, ownerId, url, eventTypes, createdAt: now, secret: sealed }),
      secret,
    }
  })
}

/** Refuses when the owner has as many active ones as allowed; until the end of the transaction nobody else adds one. */
export async function makeRoomForWebhook(tx: Database, ownerId: number): Promise<void> {
  await lockOwner(tx, ownerId)
  if ((await countActiveWebhooks(tx, ownerId)) < MAX_ACTIVE_WEBHOOKS) return
  throw new Refusal('webhook_limit_reached', { most: MAX_ACTIVE_WEBHOOKS })
}

export function makeWebhookSecret(keys: KeyRing, id: number): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { secret, sealed: keys.encrypt(secret, `webhook:${id}`) }
}
