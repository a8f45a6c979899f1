// Credentials issued through the API, shown as audit entries. The credential's row already holds the token, time,
// address and request id, so issuing (thousands per second) writes no second row.
import type { AuditEntry } from '../../domain/audit/action.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { LIVE, NOTED, REVOKED } from '../credentials/states.ts'
import { type Database, first, plannedEachTime, statement } from '../kit/database.ts'
import { Listing } from '../kit/listing.ts'
import { withOrganisation } from '../people/test-spaces.ts'
import type { AuditFilter } from './entries.ts'

/** These entries use the negated id of the credential; ids in the log itself are positive. */
export const issuedEntryId = (credentialId: number): number => -credentialId

const COLUMNS = 'id, issued_at, token_id, request_id, address, owner_id, username, customer_name, is_test'

const shown = (
  rows: string,
) => `select -page.id as id, issued_at as at, 'token' as kind, null::bigint as "userId", token_id as "tokenId", tokens.name, address,
    request_id as "requestId", 'credential.issued' as action, 'credential' as "subjectKind", page.id as "subjectId", page.owner_id as "ownerId",
    jsonb_build_object('username', username, 'owner', organisation.name, 'customer', customer_name) || case when page.is_test then '{"test": true}' else '{}' end::jsonb as details
  from (${rows}) as page join tokens on tokens.id = token_id ${withOrganisation('page')}`

export const findIssued = (db: Database, credentialId: number) =>
  first<AuditEntry>(
    db,
    statement('audit-issued', shown(`select ${COLUMNS} from credentials where id = $1 and token_id is not null`)),
    [credentialId],
  )

export interface IssuedFilter extends Pick<AuditFilter, 'actor' | 'subjectId' | 'from' | 'to' | 'limit'> {
  readonly before?: number | undefined
}

/** Ids and issue times can be out of order by the duration of a request plus the clock difference of two machines. */
const DISORDER_MS = 10 * MINUTE_MS

/** Newest first by id. Ids grow with time, so the time filter narrows the scan to one range of the primary key. */
export async function listIssued(db: Database, filter: IssuedFilter): Promise<AuditEntry[]> {
  const { actor, subjectId, from, to, before, limit } = filter
  const tokens = actor === undefined ? undefined : await tokensNamed(db, actor)
  if (tokens?.length === 0) return []
  const since = from && (await firstIdSince(db, from.getTime() - DISORDER_MS))
  const until = to && (await firstIdSince(db, to.getTime() + DISORDER_MS))
  const list = new Listing()
  list
    .also('token_id is not null')
    .where(subjectId, 'bigint', (id) => `id = ${id}`)
    .where(before, 'bigint', (id) => `id < ${id}`)
    .where(from, 'timestamptz', (time) => `issued_at >= ${time}`)
    .where(since, 'bigint', (id) => `id >= ${id}`)
    .where(to, 'timestamptz', (time) => `issued_at < ${time}`)
    .where(until, 'bigint', (id) => `id < ${id}`)
    .where(tokens && idsOf(tokens), 'bigint[]', (ids) => `token_id = any (${ids})`)
  const count = list.add(limit)
  const rows = tokens
    ? ofOwners(list.add(ownersOf(tokens), 'bigint[]'), list.conditions, count)
    : `select ${COLUMNS} from credentials where ${list.conditions}`
  const page = `${rows} order by id desc limit ${count}`
  return db.query<AuditEntry>(plannedEachTime(`${shown(page)} order by page.id desc`), list.values)
}

/** Scans the credentials of the tokens' owners, in index order as in store/credentials/list/newest.ts. */
function ofOwners(ids: string, conditions: string, limit: string): string {
  const parts = [LIVE, NOTED, REVOKED].map(
    (kind) => `(select ${COLUMNS} from credentials
      where (owner_id, id) < (owner.id, ${Number.MAX_SAFE_INTEGER}) and owner_id >= owner.id and ${kind} and ${conditions}
      order by owner_id desc, id desc limit ${limit})`,
  )
  return `select found.* from unnest(${ids}) as owner (id) cross join lateral (${parts.join(' union all ')}) as found`
}

interface NamedToken {
  readonly id: number
  readonly ownerId: number
}

const idsOf = (tokens: readonly NamedToken[]) => tokens.map(({ id }) => id)
const ownersOf = (tokens: readonly NamedToken[]) => [...new Set(tokens.map(({ ownerId }) => ownerId))]

// A binary search over the ids; each step reads one row by primary key.
const firstSince = statement(
  'credentials-first-since',
  `with recursive search (low, high) as (
     select coalesce(min(id), 0), coalesce(max(id), 0) + 1 from credentials
     union all
     select case when probe.issued_at < $1 then probe.id + 1 else low end, case when probe.issued_at < $1 then high else (low + high) / 2 end
     from search cross join lateral (select id, issued_at from credentials where id >= (low + high) / 2 order by id limit 1) as probe
     where low < high
   )
   select max(low) as id from search`,
)

/** Assumes that issue times grow with ids; callers allow for DISORDER_MS. */
const firstIdSince = async (db: Database, time: number): Promise<number> =>
  (await first<{ id: number }>(db, firstSince, [new Date(time)]))!.id

/** There are thousands of tokens, not millions, so a scan by name is fast. */
const tokensNamed = (db: Database, name: string) =>
  db.query<NamedToken>(
    statement(
      'tokens-named',
      `select id, case when is_test then (select owners.id from owners where test_of = owner_id) else owner_id end as "ownerId"
       from tokens where lower(name) = lower($1)`,
    ),
    [name],
  )
