// What every change of a credential begins with, and what it tells in the end.

import { Refusal } from '../../domain/codes/refusal.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { lockListedCredentials } from '../../store/credentials/pages.ts'
import type { Database } from '../../store/kit/database.ts'

export interface Change {
  readonly credential: ListedCredential
  /** False: it was so already, and nothing is told. */
  readonly changed: boolean
}

/** Locked for this transaction. Of one that was revoked nothing changes any more. */
export async function lockChangeable(tx: Database, within: OwnerScope, id: number): Promise<ListedCredential> {
  const [found] = await lockListedCredentials(tx, within, [id])
  if (!found) throw new Refusal('credential_not_found')
  if (found.revokedAt !== null) throw new Refusal('credential_revoked')
  return found
}

/** For the audit log. */
export const deedOn = ({ id, ownerId, username }: ListedCredential, more: Readonly<Record<string, unknown>> = {}) => ({
  subject: { kind: 'credential' as const, id },
  ownerId,
  details: { username, ...more },
})
