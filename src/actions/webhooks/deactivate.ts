import { Refusal } from '../../domain/refusal.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { deactivateWebhookRow } from '../../store/webhooks/rows.ts'
import type { Context } from '../context.ts'

/** A second time changes nothing. */
export async function deactivateWebhook(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  id: number,
): Promise<Webhook> {
  const webhook = await deactivateWebhookRow(db, ownerId, id, now)
  if (!webhook) throw new Refusal('webhook_not_found')
  return webhook
}
