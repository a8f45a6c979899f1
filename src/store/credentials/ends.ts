// Ends of credentials: revocation and expiry, each with exactly one event.
import type { Credential } from '../../domain/credentials/credential.ts'
import { type Database, statement } from '../kit/database.ts'
import { EVENT_INPUT, eventInput, eventsFrom, type NewEvent } from '../webhooks/events.ts'
import { type StoredCredential, storedColumns } from './columns.ts'
import { inView, LIVE } from './states.ts'

/** A credential and the event that reports what happened to it. */
export interface CredentialWithEvent {
  readonly credential: Pick<Credential, 'id' | 'ownerId'>
  readonly event: NewEvent
}

export const INPUT = `with input as (
     select * from json_to_recordset($1::json) as r (id bigint, "ownerId" bigint, ${EVENT_INPUT})
   )`

export const inputOf = (happenings: readonly CredentialWithEvent[]) =>
  JSON.stringify(happenings.map(({ credential: { id, ownerId }, event }) => ({ id, ownerId, ...eventInput(event) })))

export const EVENTS = { owner: '"ownerId"', credential: 'id', at: '$2' }

const revoke = statement(
  'credentials-revoke',
  `${INPUT}, revoked as (
     update credentials set revoked_at = $2 from input where credentials.id = input.id and owner_id = "ownerId"
       and ${LIVE} and ${inView('active', '$2')} returning credentials.id
   )
   ${eventsFrom('input where id in (select id from revoked)', EVENTS)} returning credential_id as id`,
)

/** Revokes the credentials that are active at `now` and whose expiry is not recorded yet; returns their ids. */
export async function markRevoked(
  db: Database,
  endings: readonly CredentialWithEvent[],
  now: Date,
): Promise<Set<number>> {
  const revoked = await db.query<{ id: number }>(revoke, [inputOf(endings), now])
  return new Set(revoked.map(({ id }) => id))
}

/** Locks expired credentials whose expiry is not recorded yet. Skips locked rows; one index range per owner. */
export const lockEndedCredentials = (db: Database, now: Date, limit: number) =>
  db.query<StoredCredential>(
    statement(
      'credentials-ended',
      `select ended.* from owners cross join lateral (
         select ${storedColumns()} from credentials where owner_id = owners.id and ${LIVE} and ${inView('expired', '$1')}
         order by owner_id, expires_at limit $2 for update skip locked
       ) as ended order by "expiresAt" limit $2`,
    ),
    [now, limit],
  )

const note = statement(
  'credentials-note-expiry',
  `${INPUT}, noted as (
     update credentials set expiry_noted_at = $2 from input where credentials.id = input.id
   )
   ${eventsFrom('input', EVENTS)}`,
)

export const noteExpiries = (db: Database, endings: readonly CredentialWithEvent[], now: Date) =>
  db.query(note, [inputOf(endings), now])
