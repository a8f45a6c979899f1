import { makeToken, type Scope, type Token } from '../../domain/tokens/token.ts'
import { BASE62, randomCode, sha256 } from '../../secrets.ts'
import type { Database } from '../../store/database.ts'
import { findOrCreateOwner } from '../../store/people/owners.ts'
import { insertToken } from '../../store/tokens/rows.ts'

export interface TokenRequest {
  readonly ownerName: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
}

/** The owner is made when it is new. The token itself is only ever here: we keep its hash. */
export function createToken(
  db: Database,
  { ownerName, name, scopes, expiresAt }: TokenRequest,
  now: Date,
): Promise<{ token: Token; secret: string; ownerCreated: boolean }> {
  const secret = makeToken((length) => randomCode(length, BASE62))
  return db.transaction(async (tx) => {
    const owner = await findOrCreateOwner(tx, ownerName)
    const token = await insertToken(tx, {
      ownerId: owner.id,
      name,
      hash: sha256(secret),
      scopes,
      createdAt: now,
      expiresAt,
    })
    return { token, secret, ownerCreated: owner.created }
  })
}
