// A signed-in user authenticates again at the SSO provider, before changing second factors, links, roles or keys.

import { Refusal } from '../../../domain/codes/refusal.ts'
import { authenticatedSince, identityIn, type SsoProof, type SsoRules } from '../../../domain/people/single-sign-on.ts'
import type { User } from '../../../domain/people/user.ts'
import { lockUserByIdentity } from '../../../store/people/sign-in/provider-identities.ts'
import { markSessionConfirmed } from '../../../store/people/sign-in/sign-ins.ts'
import { type ActionContext, record } from '../../context.ts'
import type { Visit } from './open-session.ts'
import { countProviderAnswer, failedBy } from './sign-in-by-provider.ts'

interface Asked {
  readonly visit: Visit
  readonly user: User
  readonly sessionId: number
  /** When the user was redirected: an older authentication at the provider is not accepted. */
  readonly since: Date
}

export async function confirmByProvider(
  context: ActionContext,
  { visit, user, sessionId, since }: Asked,
  rules: SsoRules,
  ask: () => Promise<SsoProof>,
): Promise<void> {
  const { db, now } = context
  const attempt = await countProviderAnswer(db, visit, now)
  try {
    const identity = identityIn(await ask(), rules, now)
    await db.transaction(async (tx) => {
      const shown = await lockUserByIdentity(tx, identity.issuer, identity.subject)
      if (shown?.id !== user.id) throw new Refusal('sso_failed', { failure: 'somebody_else' })
      if (!authenticatedSince(identity, since)) throw new Refusal('sso_failed', { failure: 'not_asked_again' })
      await attempt.succeeded(tx)
      await markSessionConfirmed(tx, sessionId, now)
      const subject = { kind: 'session', id: sessionId } as const
      await record(tx, context, { action: 'session.confirmed', subject, details: { method: 'provider' } })
    })
  } catch (error) {
    if (error instanceof Refusal) await record(db, context, failedBy(error))
    throw error
  }
}
