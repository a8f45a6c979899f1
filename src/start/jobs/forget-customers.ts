// Erases customers whose credentials ended long ago. Neither credentials nor events have an index on that end, and this
// needs none: each run scans some thousands of rows by id, and starts over after the last one.
import { forgetCredentials, forgetOrders } from '../../actions/credentials/customers/erase.ts'
import { forgetInEvents } from '../../actions/credentials/customers/events.ts'
import { listCredentialIds } from '../../store/credentials/customers/erasure.ts'
import type { Database } from '../../store/kit/database.ts'

const BATCH = 500
const BATCHES_A_RUN = 20
/** A credential has about three events, so both scans take the same time. */
const PAGES_OF_EVENTS_A_RUN = 3

export class CustomerForgetter {
  readonly #db: Database
  #afterCredential = 0
  #afterEvent = ''

  constructor(db: Database) {
    this.#db = db
  }

  async run(endedBefore: Date, now: Date): Promise<void> {
    await this.#inCredentials(endedBefore, now)
    await this.#inEvents(endedBefore)
  }

  async #inCredentials(endedBefore: Date, now: Date): Promise<void> {
    for (let count = 0; count < BATCHES_A_RUN; count++) {
      const page = await listCredentialIds(this.#db, this.#afterCredential, BATCH, endedBefore)
      const ids = page.filter(({ forget }) => forget).map(({ id }) => id)
      if (ids.length > 0) await forgetCredentials(this.#db, ids, now)
      this.#afterCredential = page.at(-1)?.id ?? 0
      if (page.length < BATCH) {
        this.#afterCredential = 0
        await forgetOrders(this.#db, endedBefore)
        return
      }
    }
  }

  async #inEvents(endedBefore: Date): Promise<void> {
    for (let count = 0; count < PAGES_OF_EVENTS_A_RUN; count++) {
      const next = await forgetInEvents(this.#db, this.#afterEvent, endedBefore)
      this.#afterEvent = next ?? ''
      if (next === null) return
    }
  }
}
