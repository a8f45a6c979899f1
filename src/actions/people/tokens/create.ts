import { BASE62, randomCode, sha256 } from '../../../base/secrets.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import { makeToken, type Scope, type TokenLimit } from '../../../domain/people/tokens/token.ts'
import { findOwner } from '../../../store/people/owner-pages.ts'
import { ensureTestSpace } from '../../../store/people/test-spaces.ts'
import type { ListedToken } from '../../../store/people/tokens/pages.ts'
import { insertToken } from '../../../store/people/tokens/rows.ts'
import { type ActionContext, record } from '../../context.ts'
import { ensureOwner } from '../owners.ts'

export interface TokenWish {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly limits?: readonly TokenLimit[] | undefined
  readonly isTest?: boolean | undefined
  readonly expiresAt: Date | null
}

/** `secret` is the plain token, shown once: the database stores only its hash. */
export interface CreatedToken {
  readonly token: ListedToken
  readonly secret: string
}

/** `within`: owners whose tokens the caller may see. */
export function createToken(
  context: ActionContext,
  within: OwnerScope,
  { ownerId, name, scopes, limits = [], isTest = false, expiresAt }: TokenWish & { readonly ownerId: number },
): Promise<CreatedToken> {
  const { now } = context
  if (expiresAt !== null && expiresAt <= now) throw invalid(wrong(['expiresAt'], 'passed'))
  if (scopes.includes('webhooks') && limits.includes('no_webhooks'))
    throw invalid(wrong(['limits'], 'webhooks_both_ways'))
  return context.db.transaction(async (tx) => {
    const owner = await findOwner(tx, within, ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    if (isTest) await ensureTestSpace(tx, ownerId)
    const secret = makeToken((length) => randomCode(length, BASE62), isTest)
    const hash = sha256(secret)
    const token = await insertToken(tx, { ownerId, name, hash, scopes, limits, isTest, createdAt: now, expiresAt })
    const subject = { kind: 'token', id: token.id } as const
    const details = { name, scopes, limits, ...(isTest && { test: true }), expiresAt, owner: owner.name }
    await record(tx, context, { action: 'token.created', subject, ownerId, details })
    return { token: { ...token, ownerName: owner.name }, secret }
  })
}

/** Finds the owner by name, or creates it. */
export const createTokenOf = (
  context: ActionContext,
  ownerName: string,
  wish: TokenWish,
): Promise<CreatedToken & { readonly ownerCreated: boolean }> =>
  context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const { id: ownerId, created: ownerCreated } = await ensureOwner(inside, ownerName)
    return { ...(await createToken(inside, ownerId, { ...wish, ownerId })), ownerCreated }
  })
