import { Refusal } from '../../domain/codes/refusal.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type LinkedCredential, lockLinked } from '../../store/delivery/deliveries.ts'
import type { Database } from '../../store/kit/database.ts'

/** Locks the credential, so that concurrent sends queue one mail and links are not replaced concurrently. */
export async function lockHandedOver(tx: Database, within: OwnerScope, id: number): Promise<LinkedCredential> {
  const found = await lockLinked(tx, within, id)
  if (!found) throw new Refusal('credential_not_found')
  return found
}
