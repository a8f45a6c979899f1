import type { WebhookScope } from '../../domain/webhooks/webhook.ts'
import type { ListedWebhook } from '../../store/webhooks/pages.ts'
import { deactivateWebhookRow } from '../../store/webhooks/rows.ts'
import type { ActionContext } from '../context.ts'
import { existingWebhook, heldWebhook, recordWebhookAction } from './existing.ts'

/** Idempotent. */
export const deactivateWebhook = (context: ActionContext, within: WebhookScope, id: number): Promise<ListedWebhook> =>
  context.db.transaction(async (tx) => {
    const webhook = await heldWebhook(tx, within, id)
    if (!webhook.active) return webhook
    await deactivateWebhookRow(tx, id, context.now)
    await recordWebhookAction(tx, context, 'webhook.deactivated', webhook, { pending: webhook.pending })
    return existingWebhook(tx, within, id)
  })
