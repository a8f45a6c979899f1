// Shared by actions on an existing webhook: find or lock it, and write its audit entry.
import type { AuditAction } from '../../domain/audit/action.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { type WebhookScope, withoutQuery } from '../../domain/webhooks/webhook.ts'
import type { Database } from '../../store/kit/database.ts'
import { findListedWebhook, type ListedWebhook, lockWebhook } from '../../store/webhooks/pages.ts'
import { type ActionContext, record } from '../context.ts'

/** `within`: owners whose webhooks the caller may see. */
export async function existingWebhook(tx: Database, within: WebhookScope, id: number): Promise<ListedWebhook> {
  const webhook = await findListedWebhook(tx, within, id)
  if (!webhook) throw new Refusal('webhook_not_found')
  return webhook
}

export async function activeWebhook(tx: Database, within: WebhookScope, id: number): Promise<ListedWebhook> {
  const webhook = await existingWebhook(tx, within, id)
  if (!webhook.active) throw new Refusal('webhook_inactive')
  return webhook
}

/** Locks the webhook until the end of the transaction. */
export async function heldWebhook(tx: Database, within: WebhookScope, id: number): Promise<ListedWebhook> {
  await lockWebhook(tx, id)
  return existingWebhook(tx, within, id)
}

export const recordWebhookAction = (
  tx: Database,
  context: Pick<ActionContext, 'by' | 'now'>,
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
