// Locks a credential for a change, and describes it for the audit log.

import { Refusal } from '../../domain/codes/refusal.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { lockListedCredentials } from '../../store/credentials/listed.ts'
import type { Database } from '../../store/kit/database.ts'

export interface Change {
  readonly credential: ListedCredential
  /** False if nothing differed: no row was written and no event emitted. */
  readonly changed: boolean
}

/** Locks the credential for this transaction. A revoked credential cannot be changed. */
export async function lockChangeable(tx: Database, within: OwnerScope, id: number): Promise<ListedCredential> {
  const [found] = await lockListedCredentials(tx, within, [id])
  if (!found) throw new Refusal('credential_not_found')
  if (found.revokedAt !== null) throw new Refusal('credential_revoked')
  return found
}

export const auditedOn = (
  { id, ownerId, username }: ListedCredential,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  subject: { kind: 'credential' as const, id },
  ownerId,
  details: { username, ...more },
})
