// Subscriptions to incident mails. The response is the same for every address, so it does not reveal who subscribed.

import { BASE62, randomCode } from '../../../base/secrets.ts'
import { SUBSCRIBER_KEY_LENGTH, type Subscriber } from '../../../domain/alerts/incidents/subscriber.ts'
import type { Language } from '../../../domain/people/user.ts'
import * as store from '../../../store/alerts/incidents/subscribers.ts'
import type { Database } from '../../../store/kit/database.ts'

interface Asking {
  readonly db: Database
  readonly now: Date
}

export function askForSubscription(
  { db, now }: Asking,
  { email, language }: { readonly email: string; readonly language: Language },
): Promise<void> {
  return db.transaction(async (tx) => {
    const key = randomCode(SUBSCRIBER_KEY_LENGTH, BASE62)
    const subscriber = await store.findOrAddSubscriber(tx, { email, language, key }, now)
    if (subscriber.confirmedAt === null) await store.insertSubscriptionMail(tx, subscriber, now)
  })
}

/** Idempotent. Returns `null` if there is no such subscription. */
export async function confirmSubscription({ db, now }: Asking, key: string): Promise<Subscriber | null> {
  await store.confirmSubscriber(db, key, now)
  return store.findSubscriberByKey(db, key)
}

export const endSubscription = ({ db }: Pick<Asking, 'db'>, key: string) => store.deleteSubscriber(db, key)
