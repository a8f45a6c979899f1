// Somebody is somebody else at the provider now: their account was made anew there, or subjects changed with the client. By itself nobody new is
// taken for them, since an address may be another person's today; so an operator on the server says that they are expected.

import { Refusal } from '../../../domain/codes/refusal.ts'
import { expectedUntil } from '../../../domain/people/single-sign-on.ts'
import { expectIdentity } from '../../../store/people/provider-identities.ts'
import { deleteSessionsOf } from '../../../store/people/sign-ins.ts'
import { lockUser } from '../../../store/people/users.ts'
import { type ActionContext, record } from '../../context.ts'

/** What the old identity opened is over. Returns until when the next one who comes with their address is them. */
export function untieFromProvider(context: ActionContext, userId: number): Promise<Date> {
  const { db, now } = context
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Refusal('user_not_found')
    const until = expectedUntil(now)
    await expectIdentity(tx, userId, until)
    await deleteSessionsOf(tx, userId)
    const details = { email: user.email, wasTied: user.byProvider, until }
    await record(tx, context, { action: 'user.untied', subject: { kind: 'user', id: userId }, details })
    return until
  })
}
