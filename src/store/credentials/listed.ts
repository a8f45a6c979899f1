// Credentials as the console lists them: with their organisation and the number of connected rovers.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { ownedBy, ownerOf } from '../kit/listing.ts'
import { seenBy, withOrganisation } from '../people/test-spaces.ts'
import { RAW_COLUMNS, type StoredCredential, storedColumns } from './columns.ts'

export interface ListedCredential extends StoredCredential {
  readonly ownerName: string
  /** The owner, or the organisation whose test space the owner is. */
  readonly organisationId: number
  readonly connected: number
}

/** `rows` selects all columns of a credential, and those of `more`. */
export const listedFrom = (rows: string, more = '') =>
  `select ${storedColumns('page')}, organisation.name as "ownerName", organisation.id as "organisationId",
    (select count(*) from sessions where credential_id = page.id and ended_at is null) as connected${more && `, ${more}`}
  from (${rows}) as page ${withOrganisation('page')}`

const one = statement(
  'console-credential',
  listedFrom(`select ${RAW_COLUMNS} from credentials where id = $1 and ${ownedBy('$2')}`),
)

export const findListedCredential = (db: Database, scope: OwnerScope, id: number): Promise<ListedCredential | null> =>
  first<ListedCredential>(db, one, [id, ownerOf(scope)])

const locking = (name: string, whose: string) =>
  statement(name, `select id from credentials where id = any ($1::bigint[]) and ${whose} order by id for update`)
const lockOwned = locking('console-credentials-lock', ownedBy('$2'))
const lockSeen = locking('console-credentials-lock-seen', seenBy('$2'))

/** Locks the rows for this transaction, ordered by id to avoid deadlocks. */
export const lockListedCredentials = async (db: Database, scope: OwnerScope, ids: readonly number[]) =>
  listLocked(db, await db.query<{ id: number }>(lockOwned, [ids, ownerOf(scope)]))

/** Locks any credential that an organisation's users can see: its own, and those of its test space. */
export const lockSeenCredentials = async (db: Database, scope: OwnerScope, ids: readonly number[]) =>
  listLocked(db, await db.query<{ id: number }>(lockSeen, [ids, ownerOf(scope)]))

const several = statement(
  'console-credentials',
  listedFrom(`select ${RAW_COLUMNS} from credentials where id = any ($1::bigint[])`),
)

const listLocked = (db: Database, locked: readonly { readonly id: number }[]): Promise<ListedCredential[]> =>
  db.query<ListedCredential>(several, [locked.map(({ id }) => id)])
