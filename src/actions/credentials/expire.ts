// Notices credentials that have ended: one event each, exactly once, a batch at a time. Several workers share the work. The event is
// the trace that it leaves: nobody did anything, and the audit log would say a million times what the row says.
import { setTimeout as sleep } from 'node:timers/promises'
import { lockEndedCredentials, noteExpiries } from '../../store/credentials/ends.ts'
import type { NetworkContext } from '../context.ts'
import { credentialEvent } from '../event.ts'

const BATCH = 1_000

/** Returns how many it noticed. */
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
    // Many ended at once, and everybody else wants to be served too: we rest half as long as we worked.
    await sleep((performance.now() - from) / 2)
  }
}
