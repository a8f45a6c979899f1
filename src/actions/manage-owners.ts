import { ConsoleRefusal } from '../domain/console-refusal.ts'
import { findOwner } from '../store/console-owners.ts'
import { findOrCreateOwner, type Owner, setOwnerEmail } from '../store/owners.ts'
import { type ConsoleContext, record } from './console-context.ts'

export function createOwner(context: ConsoleContext, name: string, email: string | null): Promise<Owner> {
  return context.db.transaction(async (tx) => {
    const { created, ...owner } = await findOrCreateOwner(tx, name, email)
    if (!created) throw new ConsoleRefusal('owner_exists', `There is an owner "${owner.name}" already.`)
    const subject = { kind: 'owner', id: owner.id } as const
    await record(tx, context, { action: 'owner.created', subject, ownerId: owner.id, details: { name, email } })
    return owner
  })
}

export function changeOwnerEmail(context: ConsoleContext, id: number, email: string | null): Promise<Owner> {
  return context.db.transaction(async (tx) => {
    const before = await findOwner(tx, 'all', id)
    const owner = before && (await setOwnerEmail(tx, before.name, email))
    if (!owner) throw new ConsoleRefusal('owner_not_found', 'There is no such owner.')
    const details = { name: owner.name, email, was: before.email }
    await record(tx, context, { action: 'owner.changed', subject: { kind: 'owner', id }, ownerId: id, details })
    return owner
  })
}
