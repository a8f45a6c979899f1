// Replaces a lost or leaked password. Sessions opened with the old one end.

import { newPassword, openCredential, sealCredential } from '../../base/secrets/credential.ts'
import type { CredentialSecrets } from '../../domain/credentials/credential.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { savePassword } from '../../store/credentials/changes.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { type NetworkContext, record } from '../context.ts'
import { changeEvent } from '../webhooks/credential-event.ts'
import { auditedOn, lockChangeable } from './lock.ts'

export interface NewPassword {
  readonly credential: ListedCredential
  readonly secrets: CredentialSecrets
}

/** The customer's link stays valid and shows the new password. */
export function changePassword(context: NetworkContext, within: OwnerScope, id: number): Promise<NewPassword> {
  const { keys, now } = context
  return context.db.transaction(async (tx) => {
    const found = await lockChangeable(tx, within, id)
    const secrets = { ...openCredential(keys, found), password: newPassword() }
    const secret = sealCredential(keys, id, secrets)
    const credential = { ...found, secret, cuts: found.cuts + 1 }
    await savePassword(tx, { credential, event: changeEvent(context, credential, ['password']) }, secret, now)
    const audited = auditedOn(found, { connected: found.connected })
    await record(tx, context, { action: 'credential.password_changed', ...audited })
    return { credential, secrets }
  })
}
