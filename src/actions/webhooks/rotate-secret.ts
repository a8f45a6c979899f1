import type { OwnerScope } from '../../domain/people/permissions.ts'
import { PREVIOUS_SECRET_MS } from '../../domain/webhooks/webhook.ts'
import { replaceSecret } from '../../store/webhooks/rows.ts'
import type { DeedContext, SecretServices } from '../context.ts'
import { makeWebhookSecret } from './create.ts'
import { existingWebhook, tellOfWebhook } from './existing.ts'

/** The secret is only ever in this answer; the one before goes on signing beside it for a day. */
export const rotateSecret = (
  context: DeedContext & Pick<SecretServices, 'keys'>,
  within: OwnerScope,
  id: number,
): Promise<{ secret: string; previousUntil: Date }> =>
  context.db.transaction(async (tx) => {
    const webhook = await existingWebhook(tx, within, id)
    const { secret, sealed } = makeWebhookSecret(context.keys, id)
    const previousUntil = new Date(context.now.getTime() + PREVIOUS_SECRET_MS)
    await replaceSecret(tx, id, sealed, previousUntil)
    await tellOfWebhook(tx, context, 'webhook.secret_rotated', webhook, { previousUntil })
    return { secret, previousUntil }
  })
