import { Refusal } from '../../domain/codes/refusal.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { setViewingOwner } from '../../store/people/sign-in/sign-ins.ts'
import { type ActionContext, record } from '../context.ts'

/** Shows the console to this session as the organization sees it, read-only, until the view or the session ends. */
export function viewAs(context: ActionContext, sessionId: number, ownerId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const owner = await findOwner(tx, 'all', ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    await setViewingOwner(tx, sessionId, ownerId)
    await record(tx, context, {
      action: 'owner.view_started',
      subject: { kind: 'owner', id: ownerId },
      ownerId,
      details: { name: owner.name },
    })
  })
}

/** Returns the session to its own console. `ownerId`: the organization as which it viewed the console. */
export function endView(context: ActionContext, sessionId: number, ownerId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    await setViewingOwner(tx, sessionId, null)
    await record(tx, context, { action: 'owner.view_ended', subject: { kind: 'owner', id: ownerId }, ownerId })
  })
}
