// A signed-in user authenticates again before changing second factors, links, roles or keys, since the session could be
// unattended or stolen. Valid for a few minutes of the same session.
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid } from '../../../domain/codes/refusal.ts'
import { RULES } from '../../../domain/people/login-throttle.ts'
import type { User } from '../../../domain/people/user.ts'
import { markSessionConfirmed } from '../../../store/people/sign-in/sign-ins.ts'
import { type ActionContext, record, type SecretServices } from '../../context.ts'
import { confirmPassword } from '../own-account.ts'
import { checkSecondFactor } from './second-factor.ts'
import { countAttempt } from './throttle-attempts.ts'

type Context = ActionContext & SecretServices

/** A code is accepted only if the user has a second factor. */
export type Shown = { readonly password: string } | { readonly code: string }

export async function confirmIdentity(context: Context, user: User, sessionId: number, shown: Shown): Promise<void> {
  const method = 'code' in shown ? await confirmCode(context, user, shown.code) : 'password'
  if ('password' in shown) await confirmPassword(context, user, shown.password)
  await context.db.transaction(async (tx) => {
    await markSessionConfirmed(tx, sessionId, context.now)
    const subject = { kind: 'session', id: sessionId } as const
    await record(tx, context, { action: 'session.confirmed', subject, details: { method } })
  })
}

async function confirmCode(context: Context, user: User, code: string): Promise<'totp' | 'recovery_code'> {
  const tally = {
    of: ['secondFactor', user.id, 'confirming'],
    rule: RULES.secondFactor,
    endsWithSuccess: true,
  } as const
  const attempt = await countAttempt(context.db, [tally], context.now)
  const method = await context.db.transaction(async (tx) => {
    const found = await checkSecondFactor({ ...context, db: tx }, user.id, code)
    if (found !== null) await attempt.succeeded(tx)
    return found
  })
  if (method !== null) return method
  await record(context.db, context, { action: 'second_factor.failed' })
  throw invalid(wrong(['code'], 'wrong_totp'))
}
