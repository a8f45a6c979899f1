import { Refusal } from '../../domain/codes/refusal.ts'
import { type Database, isUniqueViolation } from '../../store/kit/database.ts'
import { findOwner, updateOwner } from '../../store/people/owner-pages.ts'
import { findOrCreateOwner, lockOwner, type Owner } from '../../store/people/owners.ts'
import { type ActionContext, record } from '../context.ts'

/** Finds the owner by name, case-insensitive, or creates it. An existing owner keeps its e-mail address. */
export function ensureOwner(
  context: ActionContext,
  name: string,
  email: string | null = null,
): Promise<Owner & { created: boolean }> {
  return context.db.transaction((tx) => makeOwner(tx, context, name, email))
}

/** Like `ensureOwner`, within the transaction of another action. */
export async function makeOwner(
  tx: Database,
  context: Pick<ActionContext, 'by' | 'now'>,
  name: string,
  email: string | null,
): Promise<Owner & { created: boolean }> {
  const owner = await findOrCreateOwner(tx, name, email)
  const subject = { kind: 'owner', id: owner.id } as const
  if (owner.created)
    await record(tx, context, { action: 'owner.created', subject, ownerId: owner.id, details: { name, email } })
  return owner
}

export async function createOwner(context: ActionContext, name: string, email: string | null): Promise<Owner> {
  const { created, ...owner } = await ensureOwner(context, name, email)
  if (!created) throw new Refusal('owner_exists', { name: owner.name })
  return owner
}

export interface OwnerWish {
  readonly name?: string
  readonly email?: string | null
}

export function changeOwner(context: ActionContext, id: number, wish: OwnerWish): Promise<Owner> {
  return context.db.transaction(async (tx) => {
    await lockOwner(tx, id)
    const before = await findOwner(tx, 'all', id)
    if (!before) throw new Refusal('owner_not_found')
    const owner = await updateOwner(tx, id, { ...before, ...wish }).catch((error) => {
      if (!isUniqueViolation(error, 'owners_name')) throw error
      throw new Refusal('owner_exists', { name: wish.name! })
    })
    const details = { name: owner!.name, email: owner!.email, was: { name: before.name, email: before.email } }
    await record(tx, context, { action: 'owner.changed', subject: { kind: 'owner', id }, ownerId: id, details })
    return owner!
  })
}
