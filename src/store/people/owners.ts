import { type Database, first, statement } from '../kit/database.ts'

export interface Owner {
  readonly id: number
  readonly name: string
  /** Address for notifications, such as a deactivated webhook; `null` if it has none. */
  readonly email: string | null
  readonly createdAt: Date
}

const COLUMNS = 'id, name, email, created_at as "createdAt"'

/** Finds the owner by name (case-insensitive) or creates it. An existing owner keeps its email address. */
export async function findOrCreateOwner(
  db: Database,
  name: string,
  email: string | null = null,
): Promise<Owner & { created: boolean }> {
  const insert = `insert into owners (name, email) values ($1, $2) on conflict (lower(name)) do nothing returning ${COLUMNS}`
  const [created] = await db.query<Owner>(statement('owner-create', insert), [name, email])
  if (created) return { ...created, created: true }
  return { ...(await findOwnerByName(db, name))!, created: false }
}

export async function findOwnerByName(db: Database, name: string): Promise<Owner | null> {
  const select = `select ${COLUMNS} from owners where lower(name) = lower($1) and test_of is null`
  return first<Owner>(db, statement('owner-by-name', select), [name])
}

export const listOwners = (db: Database) =>
  db.query<Owner>(statement('owners', `select ${COLUMNS} from owners where test_of is null order by lower(name)`))

/** Held until the end of the transaction. Serialises changes that are limited per owner. */
export const lockOwner = (db: Database, ownerId: number) =>
  db.query(statement('owner-lock', 'select from owners where id = $1 for no key update'), [ownerId])
