import { type Database, statement } from '../kit/database.ts'

export interface Taken {
  /** References of this owner, with the ids of their credentials. */
  readonly references: ReadonlyMap<string, number>
  /** User names are unique across all owners. */
  readonly usernames: ReadonlySet<string>
}

export async function findTaken(
  db: Database,
  ownerId: number,
  references: readonly string[],
  usernames: readonly string[],
): Promise<Taken> {
  const named = await db.query<{ id: number; reference: string | null }>(
    statement(
      'credentials-referenced',
      'select id, reference from credentials where owner_id = $1 and reference = any ($2::text[])',
    ),
    [ownerId, references],
  )
  const known = await db.query<{ username: string }>(
    statement('usernames-taken', 'select username from credentials where username = any ($1::text[])'),
    [usernames],
  )
  return {
    references: new Map(named.map(({ id, reference }) => [reference!, id])),
    usernames: new Set(known.map(({ username }) => username)),
  }
}
