import { PREVIOUS_SECRET_MS, type WebhookScope } from '../../domain/webhooks/webhook.ts'
import { replaceSecret } from '../../store/webhooks/rows.ts'
import type { ActionContext, SecretServices } from '../context.ts'
import { makeWebhookSecret } from './create.ts'
import { heldWebhook, recordWebhookAction } from './existing.ts'

/** Returns the new secret, which cannot be read again. Replaced secrets keep signing beside it until each expires. */
export const rotateSecret = (
  context: ActionContext & Pick<SecretServices, 'keys'>,
  within: WebhookScope,
  id: number,
): Promise<{ secret: string; previousUntil: Date }> =>
  context.db.transaction(async (tx) => {
    const webhook = await heldWebhook(tx, within, id)
    const { secret, sealed } = makeWebhookSecret(context.keys, id)
    const previousUntil = new Date(context.now.getTime() + PREVIOUS_SECRET_MS)
    await replaceSecret(tx, id, sealed, previousUntil, context.now)
    await recordWebhookAction(tx, context, 'webhook.secret_rotated', webhook, { previousUntil })
    return { secret, previousUntil }
  })
