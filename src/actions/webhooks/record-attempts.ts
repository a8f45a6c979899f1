// Writes the results of delivery attempts in one batch. A deactivation is logged in the same transaction.
import { system } from '../../domain/audit/action.ts'
import { withoutQuery } from '../../domain/webhooks/webhook.ts'
import type { Database } from '../../store/kit/database.ts'
import { type AttemptRecord, listDeactivated, lockActive, saveAttempts } from '../../store/webhooks/deliveries.ts'
import { recordMany } from '../context.ts'

const BY = system('deliveries')

export async function recordAttempts(db: Database, attempts: readonly AttemptRecord[], now: Date): Promise<void> {
  const inDanger = attempts.flatMap(({ webhookId, deactivate }) => (deactivate === null ? [] : [webhookId]))
  if (inDanger.length === 0) return void (await saveAttempts(db, attempts))
  await db.transaction(async (tx) => {
    // Lock, since several attempts or the owner may deactivate the webhook concurrently; only one counts.
    const active = await lockActive(tx, inDanger)
    await saveAttempts(tx, attempts, active)
    const deactivated = await listDeactivated(tx, active)
    const entries = deactivated.map(({ id, ownerId, url, reason }) => ({
      action: 'webhook.deactivated' as const,
      subject: { kind: 'webhook' as const, id },
      ownerId,
      details: { url: withoutQuery(url), reason },
    }))
    await recordMany(tx, { by: BY, now }, entries)
  })
}
