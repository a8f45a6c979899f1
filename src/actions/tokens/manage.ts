// Access tokens by hand of somebody in the administration area, section Platform.
import { wrong } from '../../domain/fault.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Scope } from '../../domain/tokens/token.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { lockOwner } from '../../store/people/owners.ts'
import { type ListedToken, lockToken } from '../../store/tokens/pages.ts'
import { markTokenRevoked } from '../../store/tokens/rows.ts'
import { type DeedContext, record } from '../context.ts'
import { createToken } from './create.ts'

export interface TokenWish {
  readonly ownerId: number
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
}

/** `within`: whose tokens the one who asks may see. The token itself is only ever in this answer. */
export function createTokenFor(
  context: DeedContext,
  within: OwnerScope,
  { ownerId, name, scopes, expiresAt }: TokenWish,
): Promise<{ token: ListedToken; secret: string }> {
  if (expiresAt !== null && expiresAt <= context.now) throw invalid(wrong(['expiresAt'], 'passed'))
  return context.db.transaction(async (tx) => {
    await lockOwner(tx, ownerId) // the token is made by its name, which nobody changes meanwhile
    const owner = await findOwner(tx, within, ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    const { token, secret } = await createToken(tx, { ownerName: owner.name, name, scopes, expiresAt }, context.now)
    const subject = { kind: 'token', id: token.id } as const
    const details = { name, scopes, expiresAt, owner: owner.name }
    await record(tx, context, { action: 'token.created', subject, ownerId, details })
    return { token: { ...token, ownerName: owner.name }, secret }
  })
}

/** Takes effect at once on every node; again: the same answer. */
export function revokeToken(context: DeedContext, within: OwnerScope, id: number): Promise<ListedToken> {
  return context.db.transaction(async (tx) => {
    const found = await lockToken(tx, within, id)
    const revoked = found && (await markTokenRevoked(tx, id, context.now))
    if (!revoked) throw new Refusal('token_not_found')
    // Of two who revoke it at once, one did.
    if (found.revokedAt === null) {
      const { ownerId, name, ownerName: owner } = found
      await record(tx, context, {
        action: 'token.revoked',
        subject: { kind: 'token', id },
        ownerId,
        details: { name, owner },
      })
    }
    return { ...revoked, ownerName: found.ownerName }
  })
}
