// Changes of a credential, each with its event. The caller holds a lock on the row.
import type { Position } from '../../domain/geometry/geodesy.ts'
import { type Database, only, statement } from '../kit/database.ts'
import { eventsFrom } from '../webhooks/events.ts'
import { CHANGEABLE, type Changeable, changesFrom, type StoredCredential } from './columns.ts'
import { type CredentialWithEvent, EVENTS, INPUT, inputOf } from './ends.ts'

/** `$2` is the current time. */
const changing = (name: string, set: string) =>
  statement(
    `credential-${name}`,
    `${INPUT}, changed as (update credentials set ${set} from input where credentials.id = input.id and owner_id = "ownerId")
     ${eventsFrom('input', EVENTS)}`,
  )

const renew = changing('renew', 'expires_at = $3, expiry_noted_at = null')
const suspend = changing('suspend', 'suspended_at = $2, cuts = cuts + 1')
const resume = changing('resume', 'suspended_at = null')
const password = changing('password', 'secret = $3, cuts = cuts + 1')
const fields = changing('fields', `${changesFrom('$3::jsonb')}, cuts = cuts + $4`)

/** Clears `expiry_noted_at`, so that the new expiry is reported too. `told` can include an unreported old expiry. */
export const saveRenewal = (db: Database, told: readonly CredentialWithEvent[], expiresAt: Date, now: Date) =>
  db.query(renew, [inputOf(told), now, expiresAt])

export const saveSuspension = (db: Database, told: CredentialWithEvent, now: Date) =>
  db.query(suspend, [inputOf([told]), now])

export const saveResumption = (db: Database, told: CredentialWithEvent, now: Date) =>
  db.query(resume, [inputOf([told]), now])

export const savePassword = (db: Database, told: CredentialWithEvent, secret: Buffer, now: Date) =>
  db.query(password, [inputOf([told]), now, secret])

/** `cuts`: whether the credential's sessions must end. */
export const saveChanges = (
  db: Database,
  told: CredentialWithEvent,
  { wanted, cuts }: { readonly wanted: Pick<StoredCredential, Changeable>; readonly cuts: boolean },
  now: Date,
) => {
  const values = Object.fromEntries(CHANGEABLE.map((name) => [name, wanted[name]]))
  return db.query(fields, [inputOf([told]), now, JSON.stringify(values), cuts ? 1 : 0])
}

export const isExpiryNoted = async (db: Database, id: number): Promise<boolean> =>
  (
    await only<{ noted: boolean }>(
      db,
      statement(
        'credential-expiry-noted',
        'select expiry_noted_at is not null as noted from credentials where id = $1',
      ),
      [id],
    )
  ).noted

export const savePlace = (db: Database, id: number, place: Position | null) =>
  db.query(statement('credential-place', 'update credentials set place_lat = $2, place_lng = $3 where id = $1'), [
    id,
    place?.lat ?? null,
    place?.lng ?? null,
  ])
