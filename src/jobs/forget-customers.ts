// Forgets customers whose credentials ended long ago. Neither credentials nor events have an index by that end, and they need none for this: a run walks
// some thousands of each on by their ids, and after the last it begins anew.
import { forgetCredentials, forgetOrders } from '../actions/customers/erase.ts'
import { forgetInEvents } from '../actions/customers/events.ts'
import { listCredentialIds } from '../store/customers/erasure.ts'
import type { Database } from '../store/kit/database.ts'

const BATCH = 500
const BATCHES_A_RUN = 20
/** A credential has about three events: both come round in the same time. */
const PAGES_OF_EVENTS_A_RUN = 3

type Forget = (endedBefore: Date, now: Date) => Promise<void>

export function customerForgetter(db: Database): Forget {
  const walks = [credentialWalk(db), eventWalk(db)]
  return async (endedBefore, now) => {
    for (const walk of walks) await walk(endedBefore, now)
  }
}

function credentialWalk(db: Database): Forget {
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

function eventWalk(db: Database): Forget {
  let after = ''
  return async (endedBefore) => {
    for (let count = 0; count < PAGES_OF_EVENTS_A_RUN; count++) {
      const next = await forgetInEvents(db, after, endedBefore)
      after = next ?? ''
      if (next === null) return
    }
  }
}
