// Pages of owners for the console. A reseller sees only itself.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { hasLetters, Listing, ownedBy, ownerOf, type PageRequest } from '../kit/listing.ts'
import type { Owner } from './owners.ts'
import { ofOrganisation } from './test-spaces.ts'

const COLUMNS = 'id, name, email, created_at as "createdAt"'

/** Counts stop at OWNED_COUNTED + 1, because some owners have a million credentials. */
export interface OwnerWithCounts extends Owner {
  readonly credentials: number
  readonly tokens: number
  /** Includes webhooks of the test space. */
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
  counted('activeWebhooks', `select 1 from webhooks where ${ofOrganisation('owners.id')} and deactivated_at is null`),
].join(', ')

export interface OwnerFilter extends PageRequest {
  /** Substring of the name or email address, ignoring case and accents. */
  readonly search?: string | undefined
}

/** Newest first. Owners are thousands, not millions, so a scan by name is fast. Counts cover only the page. */
export function listOwnerPage(db: Database, scope: OwnerScope, { search, ...request }: OwnerFilter) {
  const list = new Listing()
    .of(scope, 'id')
    .also('test_of is null')
    .where(search?.trim() || null, 'text', hasLetters('name', 'email'))
  const { name = '', text: rows } = list.page('owners-page', 'select * from owners', 'id', request)
  const counted = statement(name, `select ${COLUMNS}, ${COUNTS} from (${rows}) as owners order by id desc`)
  return db.query<OwnerWithCounts>(counted, list.values)
}

export async function findOwnerWithCounts(
  db: Database,
  scope: OwnerScope,
  id: number,
): Promise<OwnerWithCounts | null> {
  const select = `select ${COLUMNS}, ${COUNTS} from owners where id = $1 and test_of is null and ${ownedBy('$2', 'id')}`
  return first<OwnerWithCounts>(db, statement('owner-with-counts', select), [id, ownerOf(scope)])
}

export async function findOwner(db: Database, scope: OwnerScope, id: number): Promise<Owner | null> {
  const select = `select ${COLUMNS} from owners where id = $1 and test_of is null and ${ownedBy('$2', 'id')}`
  return first<Owner>(db, statement('owner-in-scope', select), [id, ownerOf(scope)])
}

/** Fails with a unique violation of `owners_name` if the name is taken. `null` if the owner does not exist. */
export async function updateOwner(
  db: Database,
  id: number,
  { name, email }: Pick<Owner, 'name' | 'email'>,
): Promise<Owner | null> {
  const update = `update owners set name = $2, email = $3 where id = $1 returning ${COLUMNS}`
  return first<Owner>(db, statement('owner-update', update), [id, name, email])
}
