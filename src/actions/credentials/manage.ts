// Credentials by hand of somebody in the administration area: the API's own actions, with an entry in the audit log.
import { type CredentialSecrets, stateAt } from '../../domain/credentials/credential.ts'
import type { CustomerMail } from '../../domain/handover/handover.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { KeyRing } from '../../secrets.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { findListedCredential, lockListedCredentials } from '../../store/credentials/pages.ts'
import { writerIn } from '../../store/credentials/writer.ts'
import type { StationBook } from '../../store/current.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import type { CredentialRequest } from '../../wire/credentials/credential.ts'
import { type DeedContext, record, recordMany } from '../context.ts'
import { issueCredentials } from './issue.ts'
import { revealCredential } from './reveal.ts'
import { revokeAll, revokeCredential } from './revoke.ts'

export interface CredentialContext extends DeedContext {
  readonly keys: KeyRing
  readonly book: StationBook
  readonly customerMail?: CustomerMail | null | undefined
}

const notFound = () => new Refusal('credential_not_found')

export function issueOne(
  context: CredentialContext,
  within: OwnerScope,
  ownerId: number,
  request: CredentialRequest,
): Promise<{ credential: ListedCredential; secrets: CredentialSecrets }> {
  const { db, keys, book, now, customerMail } = context
  return db.transaction(async (tx) => {
    const owner = await findOwner(tx, within, ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    const actor = { ownerId, tokenId: null }
    const [issued] = await issueCredentials({ keys, book, now, writer: writerIn(tx), customerMail }, actor, [request])
    const { id, username } = issued!.credential
    const details = { username, owner: owner.name, customer: request.customerName ?? null }
    await record(tx, context, { action: 'credential.issued', subject: { kind: 'credential', id }, ownerId, details })
    return { credential: (await findListedCredential(tx, within, id))!, secrets: issued!.secrets }
  })
}

/** Whoever looks at a password is in the audit log before seeing it. */
export function revealOne(context: CredentialContext, within: OwnerScope, id: number): Promise<CredentialSecrets> {
  return context.db.transaction(async (tx) => {
    const found = await findListedCredential(tx, within, id)
    if (!found) throw notFound()
    const { ownerId, username } = found
    const subject = { kind: 'credential', id } as const
    await record(tx, context, { action: 'credential.revealed', subject, ownerId, details: { username } })
    return revealCredential(context.keys, found)
  })
}

/** Many passwords at once: told once, with what was asked for. */
export const recordExport = (context: DeedContext, scope: OwnerScope, what: Readonly<Record<string, unknown>>) =>
  record(context.db, context, {
    action: 'credentials.exported',
    ...(scope !== 'all' && { ownerId: scope }),
    details: { passwords: true, ...what },
  })

export interface Revocation {
  readonly credential: ListedCredential
  /** Rovers that were connected with it, which are cut now. */
  readonly cut: number
}

/** A second time changes nothing and tells nothing. */
export function revokeOne(context: CredentialContext, within: OwnerScope, id: number): Promise<Revocation> {
  return context.db.transaction(async (tx) => {
    const [found] = await lockListedCredentials(tx, within, [id])
    if (!found) throw notFound()
    await revokeIn({ ...context, db: tx }, found)
    return { credential: (await findListedCredential(tx, within, id))!, cut: found.connected }
  })
}

async function revokeIn(context: CredentialContext, found: ListedCredential): Promise<void> {
  const { id, ownerId, username, connected } = found
  await revokeCredential(context, ownerId, id)
  if (found.revokedAt !== null) return
  const subject = { kind: 'credential', id } as const
  await record(context.db, context, {
    action: 'credential.revoked',
    subject,
    ownerId,
    details: { username, connected },
  })
}

export interface Revocations {
  readonly revoked: number
  readonly alreadyRevoked: number
  /** Have ended by themselves: there was nothing to revoke. */
  readonly expired: number
  readonly cut: number
}

/** All of them, or none when one is not there. Those that ended by themselves are left as they are. */
export function revokeMany(
  context: CredentialContext,
  within: OwnerScope,
  ids: readonly number[],
): Promise<Revocations> {
  const wanted = [...new Set(ids)]
  return context.db.transaction(async (tx) => {
    const found = await lockListedCredentials(tx, within, wanted)
    if (found.length < wanted.length) throw notFound()
    const active = found.filter((credential) => stateAt(credential, context.now) === 'active')
    const revoked = await revokeAll({ ...context, db: tx }, active)
    const done = active.filter(({ id }) => revoked.has(id))
    const deeds = done.map(({ id, ownerId, username, connected }) => ({
      action: 'credential.revoked' as const,
      subject: { kind: 'credential' as const, id },
      ownerId,
      details: { username, connected },
    }))
    await recordMany(tx, context, deeds)
    const alreadyRevoked = found.filter(({ revokedAt }) => revokedAt !== null).length
    return {
      revoked: done.length,
      alreadyRevoked,
      expired: found.length - done.length - alreadyRevoked,
      cut: done.reduce((sum, { connected }) => sum + connected, 0),
    }
  })
}
