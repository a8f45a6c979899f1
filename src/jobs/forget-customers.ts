// Forgets customers whose credentials ended long ago. Credentials have no index by their end among all, and need none for this: a run walks some
// thousands on by their ids, and after the last it begins anew.
import { forgetCredentials, forgetOrders } from '../actions/customers/erase.ts'
import { listCredentialIds } from '../store/customers/erasure.ts'
import type { Database } from '../store/kit/database.ts'

const BATCH = 500
const BATCHES_A_RUN = 20

export function customerForgetter(db: Database): (endedBefore: Date, now: Date) => Promise<void> {
  let after = 0
  return async (endedBefore, now) => {
    for (let count = 0; count < BATCHES_A_RUN; count++) {
      const page = await listCredentialIds(db, after, BATCH, endedBefore)
      const ids = page.filter(({ forget }) => forget).map(({ id }) => id)
      if (ids.length > 0) await forgetCredentials(db, ids, now)
      after = page.at(-1)?.id ?? 0
      if (page.length < BATCH) {
        after = 0
        await forgetOrders(db, endedBefore)
        return
      }
    }
  }
}
