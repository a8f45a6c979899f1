// Removes customers from event bodies. Scans all events page by page: an index by subject would slow down issuing.
import * as held from '../../../store/credentials/customers/erasure.ts'
import type { Database } from '../../../store/kit/database.ts'
import { withoutCustomer } from '../../../wire/webhooks/event-body.ts'
import { batchesOf } from './batches.ts'

const EVENTS_AT_ONCE = 10_000

export async function eraseInEvents(db: Database, credentials: readonly number[]): Promise<number> {
  let count = 0
  if (credentials.length === 0) return count
  for (let after: string | null = ''; after !== null; ) {
    const upTo = await held.endOfEventPage(db, after, EVENTS_AT_ONCE)
    const found = await held.listEventsAbout(db, credentials, after, upTo)
    await saveWithoutCustomers(db, found)
    count += found.length
    after = upTo
  }
  return count
}

/**
 * Erases one page, for credentials that ended before `endedBefore`. Returns where the next page starts, or `null` at
 * the end.
 */
export async function forgetInEvents(db: Database, after: string, endedBefore: Date): Promise<string | null> {
  const upTo = await held.endOfEventPage(db, after, EVENTS_AT_ONCE)
  await saveWithoutCustomers(db, await held.listForgettableEvents(db, endedBefore, after, upTo))
  return upTo
}

async function saveWithoutCustomers(db: Database, events: readonly held.EventText[]): Promise<void> {
  for (const batch of batchesOf(events))
    await held.saveEventBodies(
      db,
      batch.map(({ id, body }) => ({ id, body: withoutCustomer(body) })),
    )
}
