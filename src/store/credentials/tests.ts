// Operations that exist only for test credentials: immediate expiry, and deletion some time after the end.
import type { Credential } from '../../domain/credentials/credential.ts'
import { type Database, statement } from '../kit/database.ts'
import { eventsFrom, type NewEvent } from '../webhooks/events.ts'

/** Expires a test credential now, with its event. A scheduled credential has then started and ended. */
export const endNow = (db: Database, { id, ownerId, startsAt, expiresAt }: Credential, event: NewEvent) =>
  db.query(
    statement(
      'test-credential-end',
      `with ended as (
         update credentials set starts_at = $3, expires_at = $4, expiry_noted_at = $4
         where id = $1 and owner_id = $2 and is_test returning id, owner_id
       )
       ${eventsFrom('ended', { owner: 'owner_id', credential: 'id', at: '$4', id: '$5', type: '$6', body: '$7' })}`,
    ),
    [id, ownerId, startsAt, expiresAt, event.id, event.type, event.body],
  )

/** Within one statement the deleted rows are still visible, so they are excluded here. */
const nobodyElse = (column: string) => `not exists (
        select from credentials as other where other.owner_id = gone.owner_id and other.${column} = given.name and other.id not in (select id from gone))`

/** Also deletes search names that no other credential uses. Returns how many; repeat while it equals `limit`. */
export async function deleteTestCredentials(db: Database, endedBefore: Date, limit: number): Promise<number> {
  const remove = `with gone as (
      delete from credentials where id in (
        select id from credentials where is_test and least(revoked_at, expires_at) < $1 order by least(revoked_at, expires_at) limit $2)
      returning id, owner_id, customer_name, label, customer_email, reference
    ), unused as (
      select distinct owner_id, given.name collate "C" as name
      from gone cross join lateral (values (customer_name), (label), (customer_email), (reference)) as given (name)
      where given.name <> '' and ${['customer_name', 'label', 'customer_email', 'reference'].map(nobodyElse).join(' and ')}
    ), words as (
      delete from credential_words using unused where credential_words.owner_id = unused.owner_id and credential_words.name = unused.name
    ), names as (
      delete from credential_names using unused where credential_names.owner_id = unused.owner_id and credential_names.name = unused.name
    )
    select id from gone`
  return (await db.query(statement('test-credentials-delete', remove), [endedBefore, limit])).length
}
