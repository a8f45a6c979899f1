// Revokes credentials, each once, with an event and an audit entry.

import { Refusal } from '../../domain/codes/refusal.ts'
import { stateAt } from '../../domain/credentials/credential.ts'
import type { UnchangedReason } from '../../domain/credentials/request.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { markRevoked } from '../../store/credentials/ends.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { lockListedCredentials } from '../../store/credentials/listed.ts'
import { type NetworkContext, recordMany } from '../context.ts'
import { credentialEvent } from '../webhooks/credential-event.ts'

export interface Revocation {
  readonly credential: ListedCredential
  /** Number of connected rovers that are disconnected. */
  readonly cut: number
}

const notFound = () => new Refusal('credential_not_found')

/** Idempotent: a repeated call changes nothing and emits no event. */
export function revokeCredential(context: NetworkContext, within: OwnerScope, id: number): Promise<Revocation> {
  return context.db.transaction(async (tx) => {
    const [found] = await lockListedCredentials(tx, within, [id])
    if (!found) throw notFound()
    const { connected: cut, revokedAt } = found
    if (revokedAt !== null) return { credential: found, cut }
    const [revoked] = await revokeLocked({ ...context, db: tx }, [found])
    if (!revoked) throw new Refusal('credential_expired')
    return { credential: revoked, cut }
  })
}

export interface Revocations {
  readonly revoked: number
  readonly alreadyRevoked: number
  readonly expired: number
  readonly cut: number
}

/** Revokes all, or none if one does not exist. Expired ones stay unchanged. */
export function revokeCredentials(
  context: NetworkContext,
  within: OwnerScope,
  ids: readonly number[],
): Promise<Revocations> {
  const wanted = [...new Set(ids)]
  return context.db.transaction(async (tx) => {
    const found = await lockListedCredentials(tx, within, wanted)
    if (found.length < wanted.length) throw notFound()
    const done = await revokeLocked({ ...context, db: tx }, found)
    const alreadyRevoked = found.filter(({ revokedAt }) => revokedAt !== null).length
    return {
      revoked: done.length,
      alreadyRevoked,
      expired: found.length - done.length - alreadyRevoked,
      cut: done.reduce((sum, { connected }) => sum + connected, 0),
    }
  })
}

export interface Revoked {
  readonly revoked: number
  /** In request order. */
  readonly unchanged: readonly { readonly id: number; readonly why: UnchangedReason }[]
}

/** Revokes the active ones and returns the others with the reason. */
export function revokeThose(context: NetworkContext, within: OwnerScope, ids: readonly number[]): Promise<Revoked> {
  const wanted = [...new Set(ids)]
  return context.db.transaction(async (tx) => {
    const found = await lockListedCredentials(tx, within, wanted)
    const done = new Set((await revokeLocked({ ...context, db: tx }, found)).map(({ id }) => id))
    const states = new Map(found.map(({ id, revokedAt }) => [id, revokedAt === null ? 'expired' : 'revoked'] as const))
    const unchanged = wanted
      .filter((id) => !done.has(id))
      .map((id) => ({ id, why: states.get(id) ?? ('missing' as const) }))
    return { revoked: done.size, unchanged }
  })
}

/** Revokes the active ones and returns them in their new state. */
async function revokeLocked(context: NetworkContext, found: readonly ListedCredential[]): Promise<ListedCredential[]> {
  const { db, now } = context
  const rows = found
    .filter((credential) => stateAt(credential, now) === 'active')
    .map((credential) => ({ ...credential, revokedAt: now }))
    .map((credential) => ({ credential, event: credentialEvent('credential.revoked', context, credential) }))
  if (rows.length === 0) return []
  const ids = await markRevoked(db, rows, now)
  const revoked = rows.map(({ credential }) => credential).filter(({ id }) => ids.has(id))
  const entries = revoked.map(({ id, ownerId, username, connected }) => ({
    action: 'credential.revoked' as const,
    subject: { kind: 'credential' as const, id },
    ownerId,
    details: { username, connected },
  }))
  await recordMany(db, context, entries)
  return revoked
}
