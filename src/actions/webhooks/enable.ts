import type { WebhookScope } from '../../domain/webhooks/webhook.ts'
import type { ListedWebhook } from '../../store/webhooks/pages.ts'
import { activateWebhookRow } from '../../store/webhooks/rows.ts'
import type { ActionContext } from '../context.ts'
import { makeRoomForWebhook } from './create.ts'
import { existingWebhook, heldWebhook, recordWebhookAction } from './existing.ts'

/** Idempotent. */
export const enableWebhook = (context: ActionContext, within: WebhookScope, id: number): Promise<ListedWebhook> =>
  context.db.transaction(async (tx) => {
    const webhook = await heldWebhook(tx, within, id)
    if (webhook.active) return webhook
    await makeRoomForWebhook(tx, webhook.organisationId)
    await activateWebhookRow(tx, id)
    await recordWebhookAction(tx, context, 'webhook.enabled', webhook)
    return existingWebhook(tx, within, id)
  })
