import { type Database, statement } from './database.ts'

export interface Owner {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
}

const COLUMNS = 'id, name, created_at as "createdAt"'

/** The owner of that name (in any case), made when it is new. */
export async function findOrCreateOwner(db: Database, name: string): Promise<Owner & { created: boolean }> {
  const insert = `insert into owners (name) values ($1) on conflict (lower(name)) do nothing returning ${COLUMNS}`
  const [created] = await db.query<Owner>(statement('owner-create', insert), [name])
  if (created) return { ...created, created: true }
  const [found] = await db.query<Owner>(
    statement('owner-by-name', `select ${COLUMNS} from owners where lower(name) = lower($1)`),
    [name],
  )
  return { ...found!, created: false }
}

export const listOwners = (db: Database) =>
  db.query<Owner>(statement('owners', `select ${COLUMNS} from owners order by lower(name)`))

/** Held until the end of the transaction: one change at a time to what is counted per owner. */
export const lockOwner = (db: Database, ownerId: number) =>
  db.query(statement('owner-lock', 'select from owners where id = $1 for no key update'), [ownerId])
