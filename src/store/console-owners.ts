// Owners as the administration area sees them: a page at a time, and a reseller only itself.
import type { OwnerScope } from '../domain/permissions.ts'
import { type Database, statement } from './database.ts'
import type { Owner } from './owners.ts'

const COLUMNS = 'id, name, email, created_at as "createdAt"'
const idOf = (scope: OwnerScope) => (scope === 'all' ? null : scope)

/** Newest first. */
export const listOwnerPage = (
  db: Database,
  scope: OwnerScope,
  { before, limit }: { before?: number | undefined; limit: number },
) =>
  db.query<Owner>(
    statement(
      'owners-page',
      `select ${COLUMNS} from owners where ($1::bigint is null or id = $1) and ($2::bigint is null or id < $2)
       order by id desc limit $3`,
    ),
    [idOf(scope), before ?? null, limit],
  )

export async function findOwner(db: Database, scope: OwnerScope, id: number): Promise<Owner | null> {
  const select = `select ${COLUMNS} from owners where id = $1 and ($2::bigint is null or id = $2)`
  const [owner] = await db.query<Owner>(statement('owner-in-scope', select), [id, idOf(scope)])
  return owner ?? null
}
