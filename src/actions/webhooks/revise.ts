import type { WebhookScope } from '../../domain/webhooks/webhook.ts'
import type { ListedWebhook } from '../../store/webhooks/pages.ts'
import type { ActionContext } from '../context.ts'
import { changeWebhook, type WebhookChange } from './change.ts'
import { deactivateWebhook } from './deactivate.ts'
import { enableWebhook } from './enable.ts'
import { existingWebhook, heldWebhook } from './existing.ts'

/** Undefined fields stay unchanged. */
export interface WebhookRevision extends WebhookChange {
  readonly active?: boolean | undefined
}

/** Changes, enables or deactivates a webhook, all or nothing. `check` throws to reject the current state. */
export const reviseWebhook = (
  context: ActionContext,
  within: WebhookScope,
  id: number,
  { active, ...change }: WebhookRevision,
  check: (found: ListedWebhook) => void = () => {},
): Promise<ListedWebhook> =>
  context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    check(await heldWebhook(tx, within, id))
    if (Object.keys(change).length > 0) await changeWebhook(inside, within, id, change)
    if (active !== undefined) await (active ? enableWebhook : deactivateWebhook)(inside, within, id)
    return existingWebhook(tx, within, id)
  })
