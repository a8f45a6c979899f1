// Links to choose a password with, by mail. The outbox holds no secret: the link is made when its mail is sent, and each attempt makes another.

import { randomCode, sha256 } from '../../base/secrets.ts'
import { person } from '../../domain/audit/action.ts'
import { type LinkPurpose, linkExpiry } from '../../domain/people/login-link.ts'
import { RULES } from '../../domain/people/login-throttle.ts'
import { isKnownElsewhere, type Language, type User } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertMail } from '../../store/mail/writer.ts'
import { deleteLinksOf, insertLink } from '../../store/people/login-links.ts'
import { findUserByEmail, lockUser } from '../../store/people/users.ts'
import { type ActionContext, record } from '../context.ts'
import { newSecret, type Visit } from './sign-in/open-session.ts'
import { MADE_UP, type NotingServices } from './sign-in/sign-in.ts'
import { type Attempt, countAttempt } from './sign-in/throttle-attempts.ts'

/** Put into words by outbound/mail/login-link.ts. */
export const LOGIN_LINK_MAIL = 'login-link'
const KEY_LENGTH = 12

/** The facts of such a mail. */
export interface LinkMail {
  readonly userId: number
  readonly purpose: Exclude<LinkPurpose, 'setup'>
  /** Somebody who administers, or whoever forgot the password. */
  readonly askedBy: 'administrator' | 'self'
  /** ISO 8601. */
  readonly expiresAt: string
  readonly language: Language
}

/** In the transaction of what it follows from. Returns until when its link will be good. */
export async function mailLink(
  tx: Database,
  now: Date,
  { id: userId, email, hasPassword, language }: Pick<User, 'id' | 'email' | 'hasPassword' | 'language'>,
  askedBy: LinkMail['askedBy'],
  spoken: Language | null = null,
): Promise<{ purpose: LinkMail['purpose']; expiresAt: Date }> {
  const purpose = hasPassword ? 'reset' : 'invitation'
  const expiresAt = linkExpiry(purpose, now)!
  const words = language ?? spoken ?? 'es'
  const data: LinkMail = { userId, purpose, askedBy, expiresAt: expiresAt.toISOString(), language: words }
  const key = `${LOGIN_LINK_MAIL}:${userId}:${randomCode(KEY_LENGTH)}`
  await insertMail(tx, { ownerId: null, kind: LOGIN_LINK_MAIL, key, recipient: email, data }, now)
  return { purpose, expiresAt }
}

/**
 * For the mail that is being sent; `null` if the user no longer needs it. Earlier links stay valid: anybody can ask for this mail, and an
 * administrator may have handed over a link meanwhile.
 */
export function makeMailedLink(
  db: Database,
  { userId, purpose, expiresAt }: LinkMail,
  now: Date,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const until = new Date(expiresAt)
    if (user?.disabledAt !== null || until <= now) return null
    // Who was invited and has chosen a password meanwhile is in, and so is who came through the provider of single sign-on.
    if (purpose === 'invitation' && (user.hasPassword || user.byProvider)) return null
    const token = newSecret()
    await insertLink(tx, sha256(token), { purpose, userId, expiresAt: until }, now)
    return token
  })
}

/** An administrator sends a user a link. Earlier links of the user end. */
export function sendLink(context: ActionContext, user: User): Promise<{ expiresAt: Date }> {
  return context.db.transaction(async (tx) => {
    await deleteLinksOf(tx, user.id)
    const { purpose, expiresAt } = await mailLink(tx, context.now, user, 'administrator')
    const details = { purpose, email: user.email, by_mail: true }
    await record(tx, context, { action: 'user.link_made', subject: { kind: 'user', id: user.id }, details })
    return { expiresAt }
  })
}

/** Counted for all nodes together, alike for addresses that somebody has and that nobody has. Refuses who asks too often. */
export const countAsking = (db: Database, visit: Visit, email: string, now: Date): Promise<Attempt> =>
  countAttempt(
    db,
    [
      { of: ['linkAddress', visit.client], rule: RULES.linkAddress, endsWithSuccess: false },
      { of: ['linkAccount', email.toLowerCase()], rule: RULES.linkAccount, endsWithSuccess: false },
    ],
    now,
  )

/** Whoever forgot the password. Nobody waits for it, and nobody learns whether there was anything to do. */
export async function mailForgotten(
  { db, now, note }: NotingServices,
  visit: Visit,
  email: string,
  spoken: Language | null,
): Promise<void> {
  const user = await findUserByEmail(db, email)
  // Who signs in elsewhere has no password to forget: one would let them in after they were shut out there.
  if (user?.disabledAt !== null || isKnownElsewhere(user)) {
    const by = person({ id: null, email: user?.email ?? email }, visit.address, visit.requestId)
    return note(by, { action: 'user.link_asked' }, now, user ? undefined : { together: MADE_UP })
  }
  await db.transaction(async (tx) => {
    const { purpose } = await mailLink(tx, now, user, 'self', spoken)
    const by = person({ id: null, email: user.email }, visit.address, visit.requestId)
    const subject = { kind: 'user', id: user.id } as const
    await record(tx, { by, now }, { action: 'user.link_asked', subject, details: { purpose } })
  })
}
