// Credentials as the administration area lists them: of one owner or of all, newest first, a page at a time.
//
// Every page is the beginning of some range of an index, owner by owner (there are few owners), so that it costs the same among
// a thousand rows and among a million. A filter beside the one that gives the range is checked row by row.
import type { CredentialView } from '../../domain/credentials/credential.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, only, plannedEachTime, statement } from '../kit/database.ts'
import { ownedBy, ownerOf, type PageRequest } from '../kit/listing.ts'
import { seenBy } from '../people/test-spaces.ts'
import { COLUMNS, type CredentialFilter, CUSTOMER, type ListedCredential, shown, Values } from './listed.ts'
import { LIVE, NOTED, REVOKED } from './rows.ts'

const PARTS: Record<Exclude<CredentialView, 'scheduled'> | 'any', readonly string[]> = {
  any: [LIVE, NOTED, REVOKED],
  in_force: [LIVE],
  expired: [NOTED],
  revoked: [REVOKED],
}
/** The few whose end was noted and is not over (a clock that was set back), or is over and not noted yet. */
const STRAGGLERS: Partial<Record<CredentialView | 'any', string>> = { in_force: NOTED, expired: LIVE }

export function listCredentialPage(
  db: Database,
  scope: OwnerScope,
  filter: CredentialFilter,
  { before = Number.MAX_SAFE_INTEGER, limit }: PageRequest,
  now: Date,
): Promise<ListedCredential[]> {
  const values = new Values(now)
  const below = values.add(before)
  const count = values.add(limit)
  const anything = Object.values(filter).every((wish) => wish === undefined)
  const rows =
    scope === 'all' && anything
      ? `select ${COLUMNS} from credentials where id < ${below} and not is_test order by id desc limit ${count}`
      : `select found.* from ${values.owners(scope, filter)} cross join lateral (${branches(values, filter, below, count)}) as found
         order by found.id desc limit ${count}`
  return db.query<ListedCredential>(plannedEachTime(`${shown(rows)} order by page.id desc`), values.values)
}

/** For the owner `owners.id`. */
function branches(values: Values, filter: CredentialFilter, below: string, count: string): string {
  const { view = 'any', stationId, kind, label, customer } = filter
  const wanted = values.wishes(filter)
  const select = `select ${COLUMNS} from credentials where`
  // Ordered by all columns of the index: only that one gives the order.
  if (customer !== undefined)
    return `${select} owner_id = owners.id and id < ${below} and ${wanted} order by owner_id desc, ${CUSTOMER} desc, id desc limit ${count}`
  if (stationId !== undefined || kind === 'network')
    return `${select} owner_id = owners.id and id < ${below} and ${wanted} order by owner_id desc, station_id desc, id desc limit ${count}`
  if (label !== undefined)
    return `${select} owner_id = owners.id and id < ${below} and ${wanted} order by owner_id desc, label desc, id desc limit ${count}`
  // "+ 0" keeps the planner from walking down all ids for a few rows.
  if (view === 'scheduled')
    return `${select} owner_id = owners.id and starts_at > issued_at and starts_at > ${values.now()} and id + 0 < ${below} and ${wanted}
      order by id + 0 desc limit ${count}`
  const parts = PARTS[view].map(
    (part) => `(${select} (owner_id, id) < (owners.id, ${below}) and owner_id >= owners.id and ${part} and ${wanted}
      order by owner_id desc, id desc limit ${count})`,
  )
  const stragglers = STRAGGLERS[view]
  if (stragglers)
    parts.push(`(${select} owner_id = owners.id and id + 0 < ${below} and ${stragglers} and ${wanted}
      order by id + 0 desc limit ${count})`)
  return parts.join(' union all ')
}

/** How many there are, up to `most` and one more; and how many rovers are connected with them now. */
export async function countMatching(
  db: Database,
  scope: OwnerScope,
  filter: CredentialFilter,
  most: number,
  now: Date,
): Promise<{ readonly count: number; readonly connected: number }> {
  const values = new Values(now)
  // Of what ends soon the range of ends is the index.
  const wanted = `${filter.endsWithinDays === undefined ? '' : `${LIVE} and `}${values.wishes(filter)}`
  const from = `from ${values.owners(scope, filter)} join credentials on owner_id = owners.id where ${wanted}`
  const text = `select (select count(*)::integer from (select ${from} limit ${values.add(most + 1)}) as found) as count,
    (select count(*)::integer from sessions where ended_at is null and credential_id in
      (select credentials.id ${from} and credentials.id in (select credential_id from sessions where ended_at is null))) as connected`
  return only<{ count: number; connected: number }>(db, plannedEachTime(text), values.values)
}

export async function findListedCredential(
  db: Database,
  scope: OwnerScope,
  id: number,
): Promise<ListedCredential | null> {
  const select = `select ${COLUMNS} from credentials where id = $1 and ${ownedBy('$2')}`
  const values = [id, ownerOf(scope)]
  return first<ListedCredential>(db, statement('console-credential', shown(select)), values)
}

/** For this transaction, in the order of their ids: two who want the same ones do not wait for each other. */
export async function lockListedCredentials(
  db: Database,
  scope: OwnerScope,
  ids: readonly number[],
): Promise<ListedCredential[]> {
  const lock = `select id from credentials where id = any ($1::bigint[]) and ${ownedBy('$2')} order by id for update`
  const values = [ids, ownerOf(scope)]
  return listLocked(db, await db.query<{ id: number }>(statement('console-credentials-lock', lock), values))
}

/** The same of those that an organisation's people see: its own, and the tests beside them. */
export async function lockSeenCredentials(
  db: Database,
  scope: OwnerScope,
  ids: readonly number[],
): Promise<ListedCredential[]> {
  const lock = `select id from credentials where id = any ($1::bigint[]) and ${seenBy('$2')} order by id for update`
  const values = [ids, ownerOf(scope)]
  return listLocked(db, await db.query<{ id: number }>(statement('console-credentials-lock-seen', lock), values))
}

function listLocked(db: Database, locked: readonly { readonly id: number }[]): Promise<ListedCredential[]> {
  const select = `select ${COLUMNS} from credentials where id = any ($1::bigint[])`
  return db.query<ListedCredential>(statement('console-credentials', shown(select)), [locked.map(({ id }) => id)])
}
