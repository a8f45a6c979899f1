// Owners as the administration area sees them: a page at a time, and a reseller only itself.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, statement } from '../database.ts'
import type { Owner } from './owners.ts'

const COLUMNS = 'id, name, email, created_at as "createdAt"'
const idOf = (scope: OwnerScope) => (scope === 'all' ? null : scope)

/** What an owner has, each counted up to one more than OWNED_COUNTED: some have a million credentials. */
export interface OwnerWithCounts extends Owner {
  /** Neither revoked nor expired. */
  readonly credentials: number
  /** Not revoked. */
  readonly tokens: number
  readonly activeWebhooks: number
}

export const OWNED_COUNTED = 1_000

const counted = (name: string, rows: string) =>
  `(select count(*)::int from (${rows} limit ${OWNED_COUNTED + 1}) as counted) as "${name}"`

const COUNTS = [
  counted(
    'credentials',
    'select 1 from credentials where owner_id = owners.id and revoked_at is null and expiry_noted_at is null',
  ),
  counted('tokens', 'select 1 from tokens where owner_id = owners.id and revoked_at is null'),
  counted('activeWebhooks', 'select 1 from webhooks where owner_id = owners.id and deactivated_at is null'),
].join(', ')

export interface OwnerFilter {
  /** Letters of the name or the e-mail address, whatever their case and accents. */
  readonly search?: string | undefined
  readonly before?: number | undefined
  readonly limit: number
}

// Owners are organisations, thousands of them and not millions: a look at each name is quick. What they have is counted for
// the rows of the page alone.
const page = statement(
  'owners-page',
  `select ${COLUMNS}, ${COUNTS} from (
     select * from owners where ($1::bigint is null or id = $1) and ($2::bigint is null or id < $2)
       and ($3::text is null or position(fold_text($3) in fold_text(name)) > 0 or position(fold_text($3) in fold_text(email)) > 0)
     order by id desc limit $4
   ) as owners order by id desc`,
)

/** Newest first. */
export const listOwnerPage = (db: Database, scope: OwnerScope, { search, before, limit }: OwnerFilter) =>
  db.query<OwnerWithCounts>(page, [idOf(scope), before ?? null, search?.trim() || null, limit])

export async function findOwnerWithCounts(
  db: Database,
  scope: OwnerScope,
  id: number,
): Promise<OwnerWithCounts | null> {
  const select = `select ${COLUMNS}, ${COUNTS} from owners where id = $1 and ($2::bigint is null or id = $2)`
  const [owner] = await db.query<OwnerWithCounts>(statement('owner-with-counts', select), [id, idOf(scope)])
  return owner ?? null
}

export async function findOwner(db: Database, scope: OwnerScope, id: number): Promise<Owner | null> {
  const select = `select ${COLUMNS} from owners where id = $1 and ($2::bigint is null or id = $2)`
  const [owner] = await db.query<Owner>(statement('owner-in-scope', select), [id, idOf(scope)])
  return owner ?? null
}

/** Fails with a unique violation of `owners_name` when another has this name. Null: there is no such owner. */
export async function updateOwner(
  db: Database,
  id: number,
  { name, email }: Pick<Owner, 'name' | 'email'>,
): Promise<Owner | null> {
  const update = `update owners set name = $2, email = $3 where id = $1 returning ${COLUMNS}`
  const [owner] = await db.query<Owner>(statement('owner-update', update), [id, name, email])
  return owner ?? null
}
