import { randomBytes } from 'node:crypto'
import { webhookContext } from '../../base/secrets/contexts.ts'
import type { KeyRing } from '../../base/secrets.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { EventType } from '../../domain/webhooks/events.ts'
import { MAX_ACTIVE_WEBHOOKS } from '../../domain/webhooks/webhook.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { lockOwner } from '../../store/people/owners.ts'
import { readQuotas } from '../../store/people/quotas.ts'
import type { ListedWebhook } from '../../store/webhooks/pages.ts'
import { countActiveWebhooks, insertWebhook, takeWebhookId } from '../../store/webhooks/rows.ts'
import type { ActionContext, SecretServices } from '../context.ts'
import { existingWebhook, recordWebhookAction } from './existing.ts'

const SECRET_BYTES = 32

export interface NewWebhook {
  readonly ownerId: number
  /** Organisation of a test space; defaults to the owner. */
  readonly organisationId?: number | undefined
  /** Must have passed `checkTarget`. */
  readonly url: string
  readonly eventTypes: readonly EventType[]
}

/** Returns the secret, which cannot be read again: it is stored encrypted. */
export function createWebhook(
  context: ActionContext & Pick<SecretServices, 'keys'>,
  within: OwnerScope,
  { ownerId, organisationId = ownerId, url, eventTypes }: NewWebhook,
): Promise<{ webhook: ListedWebhook; secret: string }> {
  const { db, keys, now } = context
  return db.transaction(async (tx) => {
    const owner = await findOwner(tx, within, organisationId)
    if (!owner) throw new Refusal('owner_not_found')
    await makeRoomForWebhook(tx, organisationId)
    const id = await takeWebhookId(tx)
    const { secret, sealed } = makeWebhookSecret(keys, id)
    await insertWebhook(tx, { id, ownerId, url, eventTypes, createdAt: now, secret: sealed })
    await recordWebhookAction(tx, context, 'webhook.created', { id, ownerId, url }, { eventTypes, owner: owner.name })
    return { webhook: await existingWebhook(tx, ownerId, id), secret }
  })
}

/** Enforces the limit of active webhooks, including tests. Locks the owner until the end of the transaction. */
export async function makeRoomForWebhook(tx: Database, organisationId: number): Promise<void> {
  await lockOwner(tx, organisationId)
  const { webhooks: quota } = await readQuotas(tx, organisationId)
  if ((await countActiveWebhooks(tx, organisationId)) < (quota ?? MAX_ACTIVE_WEBHOOKS)) return
  if (quota !== null) throw new Refusal('quota_exceeded', { quota: 'webhooks', limit: quota })
  throw new Refusal('webhook_limit_reached', { most: MAX_ACTIVE_WEBHOOKS })
}

export function makeWebhookSecret(keys: KeyRing, id: number): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { secret, sealed: keys.encrypt(secret, webhookContext(id)) }
}
