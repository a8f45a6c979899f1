// Ends a rover's session. The rover can reconnect; to keep it out, revoke its credential.

import { Refusal } from '../../domain/codes/refusal.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { findOpenSession } from '../../store/sessions/live-rovers.ts'
import { kickSession } from '../../store/sessions/rows.ts'
import { type ActionContext, record } from '../context.ts'

export function kickRover(context: ActionContext, within: OwnerScope, id: string): Promise<void> {
  return context.db.transaction(async (tx) => {
    const session = await findOpenSession(tx, within, id)
    if (!session || !(await kickSession(tx, id))) throw new Refusal('rover_not_found')
    const { credentialId, ownerId, username, mountpoint } = session
    await record(tx, context, {
      action: 'rover.kicked',
      ...(credentialId !== null && { subject: { kind: 'credential', id: credentialId } }),
      ...(ownerId !== null && { ownerId }),
      details: { session: id, username, mountpoint },
    })
  })
}
