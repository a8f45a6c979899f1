import { known } from '../../base/passwords/password-hasher.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { RULES } from '../../domain/people/login-throttle.ts'
import type { Language, User } from '../../domain/people/user.ts'
import { deleteLinksOf } from '../../store/people/sign-in/login-links.ts'
import { deleteSessionOf, deleteSessionsOf } from '../../store/people/sign-in/sign-ins.ts'
import { findUserByEmail, lockUser, setPasswordHash, updateUser } from '../../store/people/users.ts'
import { type ActionContext, record, type SecretServices } from '../context.ts'
import { notifyUser } from './notify-user.ts'
import { checkPassword } from './sign-in/check-password.ts'
import { countAttempt } from './sign-in/throttle-attempts.ts'

type Context = ActionContext & SecretServices

/** Required before sensitive actions, since the session may be stolen. */
export async function confirmPassword(context: Context, user: User, password: string): Promise<void> {
  const { db, hasher, now } = context
  const tally = { of: ['ownPassword', user.id], rule: RULES.ownPassword, endsWithSuccess: true } as const
  const attempt = await countAttempt(db, [tally], now)
  const { passwordHash } = (await findUserByEmail(db, user.email)) ?? { passwordHash: null }
  if (!(await hasher.verify(password, passwordHash, known(user.id)))) {
    await record(db, context, { action: 'password.failed' })
    throw new Refusal('wrong_password')
  }
  await attempt.succeeded(db)
}

/** Keeps the current session and ends all others. */
export async function changePassword(
  context: Context,
  user: User,
  sessionId: number,
  { current, wanted }: { current: string; wanted: string },
): Promise<void> {
  await confirmPassword(context, user, current)
  await checkPassword(context.db, wanted, user)
  const hash = await context.hasher.hash(wanted, known(user.id))
  await context.db.transaction(async (tx) => {
    await setPasswordHash(tx, user.id, hash)
    await deleteLinksOf(tx, user.id)
    const ended = await deleteSessionsOf(tx, user.id, sessionId)
    const details = { sessionsEnded: ended }
    await record(tx, context, { action: 'password.changed', subject: { kind: 'user', id: user.id }, details })
    await notifyUser(tx, context, user, 'password')
  })
}

export function changeAccount(
  context: ActionContext,
  userId: number,
  change: { name?: string; language?: Language | null },
): Promise<User> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Refusal('user_not_found')
    await record(tx, context, { action: 'account.changed', subject: { kind: 'user', id: userId }, details: change })
    return updateUser(tx, userId, { ...user, ...change })
  })
}

/** Users end their own sessions; administrators can end any. */
export function endSession(context: ActionContext, userId: number, sessionId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    if (!(await deleteSessionOf(tx, userId, sessionId))) throw new Refusal('session_not_found')
    const details = { userId }
    await record(tx, context, { action: 'session.ended', subject: { kind: 'session', id: sessionId }, details })
  })
}

/** Ends all sessions except `exceptId`; returns their number. */
export function endSessions(context: ActionContext, userId: number, exceptId?: number): Promise<number> {
  return context.db.transaction(async (tx) => {
    const ended = await deleteSessionsOf(tx, userId, exceptId)
    const details = { sessionsEnded: ended }
    if (ended > 0)
      await record(tx, context, { action: 'session.ended', subject: { kind: 'user', id: userId }, details })
    return ended
  })
}
