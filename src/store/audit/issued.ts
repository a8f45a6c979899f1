// What programs issued, as entries of the audit log. The row of the credential says which token, when, from where and by which request:
// issuing, which is done thousands of times a second, writes nothing twice.
import type { AuditEntry } from '../../domain/audit/deed.ts'
import { type Database, plannedEachTime, statement } from '../database.ts'
import type { AuditFilter } from './entries.ts'

/** Such an entry has the id of its credential, below zero, where the log itself has no ids. */
export const issuedEntryId = (credentialId: number): number => -credentialId

const COLUMNS = 'id, issued_at, token_id, request_id, address, owner_id, username, customer_name'

const shown = (
  rows: string,
) => `select -page.id as id, issued_at as at, 'token' as kind, null::bigint as "userId", token_id as "tokenId", tokens.name, address,
    request_id as "requestId", 'credential.issued' as action, 'credential' as "subjectKind", page.id as "subjectId", page.owner_id as "ownerId",
    json_build_object('username', username, 'owner', owners.name, 'customer', customer_name) as details
  from (${rows}) as page join tokens on tokens.id = token_id join owners on owners.id = page.owner_id`

export async function findIssued(db: Database, credentialId: number): Promise<AuditEntry | null> {
  const select = `select ${COLUMNS} from credentials where id = $1 and token_id is not null`
  const [entry] = await db.query<AuditEntry>(statement('audit-issued', shown(select)), [credentialId])
  return entry ?? null
}

export interface IssuedFilter extends Omit<AuditFilter, 'before'> {
  /** The credential of the last entry of the page before. */
  readonly before?: number | undefined
}

/** Ids and times were seldom further apart than a request takes, and the clocks of two machines. */
const DISORDER_MS = 10 * 60_000

/** Newest first by id, which grows with time: a page is read off an index of ids, between those that the times of the filter lead to. */
export async function listIssued(db: Database, filter: IssuedFilter): Promise<AuditEntry[]> {
  const { action = 'credential.issued', subjectKind = 'credential', actor, subjectId, from, to, before, limit } = filter
  if (action !== 'credential.issued' || subjectKind !== 'credential') return []
  const tokens = actor === undefined ? undefined : await tokensNamed(db, actor)
  if (tokens?.length === 0) return []
  const values: unknown[] = []
  const conditions = ['token_id is not null']
  const where = (condition: (place: string) => string, wanted: unknown) => {
    if (wanted !== undefined) conditions.push(condition(`$${values.push(wanted)}`))
  }
  where((id) => `id = ${id}`, subjectId)
  where((id) => `id < ${id}`, before)
  where((time) => `issued_at >= ${time}`, from)
  where((id) => `id >= ${id}`, from && (await firstIdSince(db, from.getTime() - DISORDER_MS)))
  where((time) => `issued_at < ${time}`, to)
  where((id) => `id < ${id}`, to && (await firstIdSince(db, to.getTime() + DISORDER_MS)))
  where(
    (ids) => `token_id = any (${ids}::bigint[])`,
    tokens?.map(({ id }) => id),
  )
  const count = `$${values.push(limit)}`
  const owners = tokens && `$${values.push(tokens.map(({ ownerId }) => ownerId))}`
  const rows = owners ? ofOwners(owners, conditions, count) : ofAll(conditions)
  const page = `${rows} order by id desc limit ${count}`
  return db.query<AuditEntry>(plannedEachTime(`${shown(page)} order by page.id desc`), values)
}

const ofAll = (conditions: readonly string[]) => `select ${COLUMNS} from credentials where ${conditions.join(' and ')}`

// As in store/credentials/rows.ts: the indexes of an owner's ids are split by these, and written like this only they give the order.
const PARTS = [
  'revoked_at is null and expiry_noted_at is null',
  'revoked_at is null and expiry_noted_at is not null',
  'revoked_at is not null',
]

/** A token's are among its owner's. */
function ofOwners(ids: string, conditions: readonly string[], limit: string): string {
  const within = ['owner_id >= owner.id', `(owner_id, id) < (owner.id, ${Number.MAX_SAFE_INTEGER})`]
  const parts = PARTS.map(
    (part) => `(${ofAll([...within, part, ...conditions])} order by owner_id desc, id desc limit ${limit})`,
  )
  return `select found.* from (select distinct unnest(${ids}::bigint[]) as id) as owner cross join lateral (${parts.join(' union all ')}) as found`
}

// A search by halves over the ids, of which each step asks the primary key for one row.
const sinceStatement = statement(
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

/** As if times only grew from id to id. */
async function firstIdSince(db: Database, time: number): Promise<number> {
  const [row] = await db.query<{ id: number }>(sinceStatement, [new Date(time)])
  return row!.id
}

/** There are thousands of tokens and not millions: a look at each name is quick. */
const tokensNamed = (db: Database, name: string) =>
  db.query<{ id: number; ownerId: number }>(
    statement('tokens-named', 'select id, owner_id as "ownerId" from tokens where lower(name) = lower($1)'),
    [name],
  )
