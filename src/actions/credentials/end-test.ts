// Expires a test credential now, so that integrators can test `credential.expired` without waiting.

import { Refusal } from '../../domain/codes/refusal.ts'
import { type Credential, stateAt } from '../../domain/credentials/credential.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { lockListedCredentials } from '../../store/credentials/listed.ts'
import { endNow } from '../../store/credentials/tests.ts'
import { type NetworkContext, record } from '../context.ts'
import { credentialEvent } from '../webhooks/credential-event.ts'

/** Idempotent: repeating the call returns the same response and emits no second event. */
export function endTestCredential(context: NetworkContext, within: OwnerScope, id: number): Promise<ListedCredential> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const [found] = await lockListedCredentials(tx, within, [id])
    if (!found) throw new Refusal('credential_not_found')
    if (!found.isTest) throw new Refusal('only_in_test_mode')
    const state = stateAt(found, now)
    if (state === 'revoked') throw new Refusal('credential_revoked')
    if (state === 'expired') return found
    const ended = { ...found, ...endedAt(found, now) }
    await endNow(tx, ended, credentialEvent('credential.expired', context, ended))
    const { ownerId, username } = found
    const subject = { kind: 'credential', id } as const
    await record(tx, context, { action: 'credential.test_ended', subject, ownerId, details: { username } })
    return ended
  })
}

const endedAt = ({ startsAt }: Credential, now: Date) => ({ startsAt: startsAt < now ? startsAt : now, expiresAt: now })
