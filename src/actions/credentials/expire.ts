// Emits one event per expired credential, exactly once, in batches. Several workers share the work. Expiries are not in
// the audit log: they have no actor, and the row already records the time.
import { setTimeout as sleep } from 'node:timers/promises'
import { lockEndedCredentials, noteExpiries } from '../../store/credentials/ends.ts'
import type { NetworkContext } from '../context.ts'
import { credentialEvent } from '../webhooks/credential-event.ts'

const BATCH = 1_000

export async function expireCredentials({
  db,
  book,
  now,
}: Pick<NetworkContext, 'db' | 'book' | 'now'>): Promise<number> {
  for (let total = 0; ; ) {
    const from = performance.now()
    const noted = await db.transaction(async (tx) => {
      const ended = await lockEndedCredentials(tx, now, BATCH)
      const rows = ended.map((credential) => ({
        credential,
        event: credentialEvent('credential.expired', { book, now }, credential, credential.expiresAt),
      }))
      if (rows.length > 0) await noteExpiries(tx, rows, now)
      return rows.length
    })
    total += noted
    if (noted < BATCH) return total
    // Many credentials expired at once: pause half as long as the batch took, so that other queries get through.
    await sleep((performance.now() - from) / 2)
  }
}
