// Shows passwords to users. The audit entry is written before the password is returned.

import { openCredential } from '../../base/secrets/credential.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { CredentialSecrets } from '../../domain/credentials/credential.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { findListedCredential } from '../../store/credentials/listed.ts'
import { type ActionContext, type KeyedContext, record } from '../context.ts'

export function revealCredential(context: KeyedContext, within: OwnerScope, id: number): Promise<CredentialSecrets> {
  return context.db.transaction(async (tx) => {
    const found = await findListedCredential(tx, within, id)
    if (!found) throw new Refusal('credential_not_found')
    const { ownerId, username } = found
    const subject = { kind: 'credential', id } as const
    await record(tx, context, { action: 'credential.revealed', subject, ownerId, details: { username } })
    return openCredential(context.keys, found)
  })
}

/** One audit entry for a whole export, with its filter and whether it includes passwords. */
export const recordExport = (
  context: ActionContext,
  within: OwnerScope,
  what: Readonly<Record<string, unknown>>,
  passwords = true,
) =>
  record(context.db, context, {
    action: 'credentials.exported',
    ...(within !== 'all' && { ownerId: within }),
    details: { passwords, ...what },
  })
