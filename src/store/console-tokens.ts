// Tokens as the administration area sees them: a page at a time, and only those of the owner that one may see.
import type { OwnerScope } from '../domain/permissions.ts'
import type { Token } from '../domain/token.ts'
import { type Database, statement } from './database.ts'

export type ListedToken = Token & { readonly ownerName: string }

const SELECT = `select tokens.id, owner_id as "ownerId", owners.name as "ownerName", tokens.name, scopes, tokens.created_at as "createdAt",
    expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
  from tokens join owners on owners.id = owner_id`

const ownerOf = (scope: OwnerScope) => (scope === 'all' ? null : scope)

/** Newest first. */
export const listTokenPage = (
  db: Database,
  scope: OwnerScope,
  { before, limit }: { before?: number | undefined; limit: number },
) =>
  db.query<ListedToken>(
    statement(
      'tokens-page',
      `${SELECT} where ($1::bigint is null or owner_id = $1) and ($2::bigint is null or tokens.id < $2)
       order by tokens.id desc limit $3`,
    ),
    [ownerOf(scope), before ?? null, limit],
  )

export async function findToken(db: Database, scope: OwnerScope, id: number): Promise<ListedToken | null> {
  const select = `${SELECT} where tokens.id = $1 and ($2::bigint is null or owner_id = $2)`
  const [token] = await db.query<ListedToken>(statement('token-in-scope', select), [id, ownerOf(scope)])
  return token ?? null
}
