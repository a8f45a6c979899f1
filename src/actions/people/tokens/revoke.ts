import { Refusal } from '../../../domain/codes/refusal.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { type ListedToken, lockToken } from '../../../store/people/tokens/pages.ts'
import { markTokenRevoked } from '../../../store/people/tokens/rows.ts'
import { type ActionContext, record } from '../../context.ts'

/** Takes effect immediately on every node. Idempotent. `within`: owners whose tokens the caller may see. */
export function revokeToken(context: ActionContext, within: OwnerScope, id: number): Promise<ListedToken> {
  return context.db.transaction(async (tx) => {
    const found = await lockToken(tx, within, id)
    if (!found) throw new Refusal('token_not_found')
    // A concurrent call may have revoked the token.
    if (found.revokedAt !== null) return found
    await markTokenRevoked(tx, id, context.now)
    const { ownerId, name, ownerName: owner } = found
    const subject = { kind: 'token', id } as const
    await record(tx, context, { action: 'token.revoked', subject, ownerId, details: { name, owner } })
    return { ...found, revokedAt: context.now }
  })
}
