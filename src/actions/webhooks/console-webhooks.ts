// Webhooks by hand of somebody in the administration area, section Platform: the same actions as the API's and the
// command's, within what one may see, and told to the audit log.

import type { AuditAction } from '../../domain/audit/deed.ts'
import type { Fault } from '../../domain/fault.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { EventType } from '../../domain/webhooks/events.ts'
import { PREVIOUS_SECRET_MS, withoutQuery } from '../../domain/webhooks/webhook.ts'
import type { Database } from '../../store/database.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { findDelivery } from '../../store/webhooks/delivery-history.ts'
import { findListedWebhook, type ListedWebhook, lockWebhook, updateWebhook } from '../../store/webhooks/pages.ts'
import { type DeedContext, record, type SecretServices } from '../context.ts'
import { createWebhook, type NewWebhook } from './create.ts'
import { deactivateWebhook } from './deactivate.ts'
import { enableWebhook, recoverDeliveries, resendDelivery, rotateWebhookSecret, sendTestEvent } from './manage.ts'

/** `within`: whose webhooks the one who asks may see. */
interface Context extends DeedContext, Pick<SecretServices, 'keys'> {
  readonly within: OwnerScope
  /** Why events may not be sent there, or null. */
  readonly refuseTarget: (url: string) => Promise<Fault | null>
}

async function refuseBadTarget({ refuseTarget }: Context, url: string): Promise<void> {
  const refused = await refuseTarget(url)
  if (refused) throw invalid({ path: ['url'], ...refused })
}

/** The secret is only ever in this answer. */
export async function createWebhookFor(context: Context, ownerId: number, wanted: NewWebhook) {
  await refuseBadTarget(context, wanted.url)
  return context.db.transaction(async (tx) => {
    const owner = await findOwner(tx, context.within, ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    const { webhook, secret } = await createWebhook({ ...context, db: tx }, ownerId, wanted)
    await tell(tx, context, 'webhook.created', webhook, { eventTypes: wanted.eventTypes, owner: owner.name })
    return { webhook: await existing(tx, context, webhook.id), secret }
  })
}

export async function changeWebhook(
  context: Context,
  id: number,
  wish: { url?: string; eventTypes?: readonly EventType[] },
): Promise<ListedWebhook> {
  if (wish.url !== undefined) await refuseBadTarget(context, wish.url)
  return context.db.transaction(async (tx) => {
    await lockWebhook(tx, id)
    const before = await existing(tx, context, id)
    const { url, eventTypes } = { ...before, ...wish }
    await updateWebhook(tx, id, { url, eventTypes })
    const was = { url: withoutQuery(before.url), eventTypes: before.eventTypes }
    await tell(tx, context, 'webhook.changed', { ...before, url }, { eventTypes, was })
    return existing(tx, context, id)
  })
}

/** A second time changes nothing, as in the API. */
export const deactivateByHand = (context: Context, id: number): Promise<ListedWebhook> =>
  context.db.transaction(async (tx) => {
    await lockWebhook(tx, id)
    const webhook = await existing(tx, context, id)
    await deactivateWebhook({ db: tx, now: context.now }, webhook.ownerId, id)
    if (webhook.active) await tell(tx, context, 'webhook.deactivated', webhook, { pending: webhook.pending })
    return existing(tx, context, id)
  })

export const enableByHand = (context: Context, id: number): Promise<ListedWebhook> =>
  context.db.transaction(async (tx) => {
    await lockWebhook(tx, id)
    const webhook = await existing(tx, context, id)
    await enableWebhook(tx, id)
    if (!webhook.active) await tell(tx, context, 'webhook.enabled', webhook)
    return existing(tx, context, id)
  })

/** The secret is only ever in this answer; the one before goes on signing beside it for a day. */
export const rotateByHand = (context: Context, id: number): Promise<{ secret: string; previousUntil: Date }> =>
  context.db.transaction(async (tx) => {
    const webhook = await existing(tx, context, id)
    const secret = await rotateWebhookSecret({ ...context, db: tx }, id)
    const previousUntil = new Date(context.now.getTime() + PREVIOUS_SECRET_MS)
    await tell(tx, context, 'webhook.secret_rotated', webhook, { previousUntil })
    return { secret, previousUntil }
  })

export const testByHand = (context: Context, id: number): Promise<{ eventId: string; deliveryId: number }> =>
  context.db.transaction(async (tx) => {
    const webhook = await active(tx, context, id)
    const sent = await sendTestEvent({ ...context, db: tx }, id)
    await tell(tx, context, 'webhook.tested', webhook, sent)
    return sent
  })

export const recoverByHand = (context: Context, id: number, since: Date): Promise<number> =>
  context.db.transaction(async (tx) => {
    const webhook = await active(tx, context, id)
    const count = await recoverDeliveries({ ...context, db: tx }, id, since)
    await tell(tx, context, 'webhook.recovered', webhook, { since, count })
    return count
  })

export const resendByHand = (context: Context, id: number, deliveryId: number): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { ownerId, url } = await active(tx, context, id)
    const delivery = await findDelivery(tx, id, deliveryId)
    if (!delivery) throw new Refusal('delivery_not_found')
    await resendDelivery({ ...context, db: tx }, deliveryId)
    const subject = { kind: 'delivery', id: deliveryId } as const
    const details = { webhookId: id, url: withoutQuery(url), eventId: delivery.eventId, type: delivery.type }
    await record(tx, context, { action: 'delivery.resent', subject, ownerId, details })
  })

async function existing(tx: Database, { within }: Context, id: number): Promise<ListedWebhook> {
  const webhook = await findListedWebhook(tx, within, id)
  if (!webhook) throw new Refusal('webhook_not_found')
  return webhook
}

async function active(tx: Database, context: Context, id: number): Promise<ListedWebhook> {
  const webhook = await existing(tx, context, id)
  if (!webhook.active) throw new Refusal('webhook_inactive')
  return webhook
}

const tell = (
  tx: Database,
  context: Context,
  action: AuditAction,
  { id, ownerId, url }: Pick<ListedWebhook, 'id' | 'ownerId' | 'url'>,
  details: Record<string, unknown> = {},
) =>
  record(tx, context, {
    action,
    subject: { kind: 'webhook', id },
    ownerId,
    details: { url: withoutQuery(url), ...details },
  })
