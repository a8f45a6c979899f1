import { type WebhookScope, withoutQuery } from '../../domain/webhooks/webhook.ts'
import { type ListedWebhook, updateWebhook } from '../../store/webhooks/pages.ts'
import type { ActionContext } from '../context.ts'
import type { NewWebhook } from './create.ts'
import { existingWebhook, heldWebhook, recordWebhookAction } from './existing.ts'

export type WebhookChange = Partial<Pick<NewWebhook, 'url' | 'eventTypes'>>

export const changeWebhook = (
  context: ActionContext,
  within: WebhookScope,
  id: number,
  wish: WebhookChange,
): Promise<ListedWebhook> =>
  context.db.transaction(async (tx) => {
    const before = await heldWebhook(tx, within, id)
    const { url, eventTypes } = { ...before, ...wish }
    await updateWebhook(tx, id, { url, eventTypes })
    const was = { url: withoutQuery(before.url), eventTypes: before.eventTypes }
    await recordWebhookAction(tx, context, 'webhook.changed', { ...before, url }, { eventTypes, was })
    return existingWebhook(tx, within, id)
  })
