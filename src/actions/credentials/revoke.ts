// Takes a credential away, with its event, once.
import { type Credential, stateAt } from '../../domain/credentials/credential.ts'
import { Refusal } from '../../domain/refusal.ts'
import { markRevoked } from '../../store/credentials/ends.ts'
import { findCredential, type StoredCredential } from '../../store/credentials/rows.ts'
import type { Context } from '../context.ts'
import { credentialEvent } from '../event.ts'

/** A second time changes nothing and tells nothing. */
export async function revokeCredential(context: Context, ownerId: number, id: number): Promise<StoredCredential> {
  const { db, now } = context
  const found = await findCredential(db, ownerId, id)
  if (!found) throw new Refusal('credential_not_found')
  if (stateAt(found, now) === 'revoked') return found
  if (stateAt(found, now) === 'expired') throw expired()

  const revoked = { ...found, revokedAt: now }
  const ending = { credential: revoked, event: credentialEvent('credential.revoked', context, revoked) }
  if ((await markRevoked(db, [ending], now)).has(id)) return revoked
  // Since we looked, somebody else revoked it (theirs counts) or its end was told.
  const since = (await findCredential(db, ownerId, id))!
  if (since.revokedAt === null) throw expired()
  return since
}

/** Many that the caller may revoke; those that ended or were revoked before stay as they are. Returns which were revoked now. */
export const revokeAll = (context: Context, credentials: readonly Credential[]): Promise<Set<number>> => {
  const rows = credentials.map((credential) => {
    const revoked = { ...credential, revokedAt: context.now }
    return { credential, event: credentialEvent('credential.revoked', context, revoked) }
  })
  return markRevoked(context.db, rows, context.now)
}

const expired = () => new Refusal('credential_expired')
