// Unlinks a user whose identity at the SSO provider changed, because the account was recreated or the client changed
// its subjects. A new identity is never linked automatically, since the address may belong to another person by now, so
// an operator on the server declares that the user is expected.

import { Refusal } from '../../../domain/codes/refusal.ts'
import { expectedUntil } from '../../../domain/people/single-sign-on.ts'
import { expectIdentity } from '../../../store/people/sign-in/provider-identities.ts'
import { deleteSessionsOf } from '../../../store/people/sign-in/sign-ins.ts'
import { lockUser } from '../../../store/people/users.ts'
import { type ActionContext, record } from '../../context.ts'

/** Ends sessions of the old identity. Returns until when a new identity with the same address is linked. */
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
