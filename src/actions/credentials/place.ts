// Registers or removes the work location of a credential, for rovers that report no position.

import { Refusal } from '../../domain/codes/refusal.ts'
import { registered } from '../../domain/credentials/credential.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { savePlace } from '../../store/credentials/changes.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { lockListedCredentials } from '../../store/credentials/listed.ts'
import { type ActionContext, record } from '../context.ts'

/** The audit log does not include the location, since personal data may have to be erased. */
export function placeCredential(
  context: ActionContext,
  within: OwnerScope,
  id: number,
  place: Position | null,
): Promise<ListedCredential> {
  return context.db.transaction(async (tx) => {
    const [found] = await lockListedCredentials(tx, within, [id])
    if (!found) throw new Refusal('credential_not_found')
    await savePlace(tx, id, place)
    const { ownerId, username } = found
    const subject = { kind: 'credential', id } as const
    const details = { username, registered: place !== null }
    await record(tx, context, { action: 'credential.placed', subject, ownerId, details })
    return { ...found, ...registered(place) }
  })
}
