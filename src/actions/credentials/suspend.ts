// Suspends a credential: its sessions end, its validity keeps running.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { saveResumption, saveSuspension } from '../../store/credentials/changes.ts'
import { type NetworkContext, record } from '../context.ts'
import { credentialEvent } from '../webhooks/credential-event.ts'
import { auditedOn, type Change, lockChangeable } from './lock.ts'

/** Idempotent: a repeated call changes nothing and emits no event. */
export function suspendCredential(context: NetworkContext, within: OwnerScope, id: number): Promise<Change> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const found = await lockChangeable(tx, within, id)
    if (found.suspendedAt !== null) return { credential: found, changed: false }
    const credential = { ...found, suspendedAt: now, cuts: found.cuts + 1 }
    const event = credentialEvent('credential.suspended', context, credential)
    await saveSuspension(tx, { credential, event }, now)
    await record(tx, context, { action: 'credential.suspended', ...auditedOn(found, { connected: found.connected }) })
    return { credential, changed: true }
  })
}

/** Does nothing and emits no event if the credential is not suspended. */
export function resumeCredential(context: NetworkContext, within: OwnerScope, id: number): Promise<Change> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const found = await lockChangeable(tx, within, id)
    if (found.suspendedAt === null) return { credential: found, changed: false }
    const credential = { ...found, suspendedAt: null }
    const event = credentialEvent('credential.resumed', context, credential)
    await saveResumption(tx, { credential, event }, now)
    await record(tx, context, { action: 'credential.resumed', ...auditedOn(found) })
    return { credential, changed: true }
  })
}
