// Tokens as the administration area sees them: a page at a time, and only those of the owner that one may see.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Token } from '../../domain/tokens/token.ts'
import { type Database, statement } from '../database.ts'

export type ListedToken = Token & { readonly ownerName: string }

const SELECT = `select tokens.id, owner_id as "ownerId", owners.name as "ownerName", tokens.name, scopes, tokens.created_at as "createdAt",
    expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
  from tokens join owners on owners.id = owner_id`

const ownerOf = (scope: OwnerScope) => (scope === 'all' ? null : scope)

export const TOKEN_STATES = ['valid', 'expired', 'revoked'] as const
export type TokenState = (typeof TOKEN_STATES)[number]

/** As the rules say it (`isUsable` in domain/tokens/token.ts); $4 is now. */
const IN_STATE: Record<TokenState, string> = {
  valid: 'revoked_at is null and (expires_at is null or expires_at > $4)',
  expired: 'revoked_at is null and expires_at <= $4',
  revoked: 'revoked_at is not null and $4::timestamptz is not null',
}

export interface TokenFilter {
  readonly state?: TokenState | undefined
  readonly now: Date
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first. */
export const listTokenPage = (db: Database, scope: OwnerScope, { state, now, before, limit }: TokenFilter) =>
  db.query<ListedToken>(
    statement(
      `tokens-page-${state ?? 'any'}`,
      `${SELECT} where ($1::bigint is null or owner_id = $1) and ($2::bigint is null or tokens.id < $2)
         ${state ? `and ${IN_STATE[state]}` : ''} order by tokens.id desc limit $3`,
    ),
    [ownerOf(scope), before ?? null, limit, ...(state ? [now] : [])],
  )

/** Nobody else changes it until the end of the transaction. */
export async function lockToken(db: Database, scope: OwnerScope, id: number): Promise<ListedToken | null> {
  await db.query(statement('token-lock', 'select from tokens where id = $1 for update'), [id])
  return findToken(db, scope, id)
}

export async function findToken(db: Database, scope: OwnerScope, id: number): Promise<ListedToken | null> {
  const select = `${SELECT} where tokens.id = $1 and ($2::bigint is null or owner_id = $2)`
  const [token] = await db.query<ListedToken>(statement('token-in-scope', select), [id, ownerOf(scope)])
  return token ?? null
}
