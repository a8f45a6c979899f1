// Pages of tokens for the console, limited to the owners that the user may see.
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import type { Token, TokenState } from '../../../domain/people/tokens/token.ts'
import { type Database, first, statement } from '../../kit/database.ts'
import { Listing, ownedBy, ownerOf, type PageRequest } from '../../kit/listing.ts'

export type ListedToken = Token & { readonly ownerName: string }

const SELECT = `select tokens.id, owner_id as "ownerId", owners.name as "ownerName", tokens.name, scopes, limits, is_test as "isTest", tokens.created_at as "createdAt",
    expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
  from tokens join owners on owners.id = owner_id`

/** The same rule as `isUsable` in domain/people/tokens/token.ts. */
function inState(list: Listing, state: TokenState, now: Date): string {
  if (state === 'revoked') return 'revoked_at is not null'
  const at = list.add(now, 'timestamptz')
  return `revoked_at is null and ${state === 'valid' ? `(expires_at is null or expires_at > ${at})` : `expires_at <= ${at}`}`
}

export interface TokenFilter extends PageRequest {
  readonly state?: TokenState | undefined
  readonly now: Date
}

export function listTokenPage(db: Database, scope: OwnerScope, { state, now, ...page }: TokenFilter) {
  const list = new Listing().of(scope)
  list.also(state && inState(list, state, now))
  return db.query<ListedToken>(list.page(`tokens-page-${state ?? 'any'}`, SELECT, 'tokens.id', page), list.values)
}

export async function lockToken(db: Database, scope: OwnerScope, id: number): Promise<ListedToken | null> {
  await db.query(statement('token-lock', 'select from tokens where id = $1 for update'), [id])
  return findToken(db, scope, id)
}

export async function findToken(db: Database, scope: OwnerScope, id: number): Promise<ListedToken | null> {
  const select = `${SELECT} where tokens.id = $1 and ${ownedBy('$2')}`
  return first<ListedToken>(db, statement('token-in-scope', select), [id, ownerOf(scope)])
}
