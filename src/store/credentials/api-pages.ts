// Credentials as the API lists them: of one owner, newest first, by state.
import type { CredentialState } from '../../domain/credentials/credential.ts'
import { type Database, plannedEachTime, type Statement } from '../kit/database.ts'
import type { PageRequest } from '../kit/listing.ts'
import { COLUMNS, LIVE, NOTED, REVOKED, type StoredCredential } from './rows.ts'

// The index ranges "noted" and "not noted yet" are each in the right order but for a few stragglers, which a second, short branch
// adds or an `expires_at` condition takes away.

// Written so that only the index of that kind gives the order (the primary key, which would walk past everybody's rows and
// all of the other kinds, does not: the order begins with the owner).
const kind = (condition: string) =>
  `(select ${COLUMNS} from credentials where (owner_id, id) < ($1, $2) and owner_id >= $1 and ${condition} order by owner_id desc, id desc limit $3)`

// "+ 0" leaves the planner only the indexes by time for the few: it cannot know that what is not noted yet has hardly ever
// ended, and would walk through all of an owner's rows for it.
const stragglers = (condition: string) =>
  `(select ${COLUMNS} from credentials where owner_id + 0 = $1 and id + 0 < $2 and ${condition} order by id + 0 desc limit $3)`

const page = (...branches: string[]) =>
  plannedEachTime(`select * from (${branches.join(' union all ')}) as page order by id desc limit $3`)

const pages: Record<CredentialState | 'any', Statement> = {
  any: page(kind(LIVE), kind(NOTED), kind(REVOKED)),
  active: page(kind(`${LIVE} and expires_at > $4`), stragglers(`${NOTED} and expires_at > $4`)),
  expired: page(kind(`${NOTED} and expires_at <= $4`), stragglers(`${LIVE} and expires_at <= $4`)),
  revoked: page(kind(REVOKED)),
}

/** Newest first by id. */
export function listCredentials(
  db: Database,
  ownerId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: PageRequest,
  state: CredentialState | 'any',
  now: Date,
): Promise<StoredCredential[]> {
  const values = [ownerId, before, limit]
  return db.query<StoredCredential>(pages[state], state === 'active' || state === 'expired' ? [...values, now] : values)
}
