// Mails links to choose a password. The outbox contains no secret: each send attempt creates a new link.

import { randomCode, sha256 } from '../../base/secrets.ts'
import { person } from '../../domain/audit/action.ts'
import { type LinkPurpose, linkExpiry } from '../../domain/people/login-link.ts'
import { RULES } from '../../domain/people/login-throttle.ts'
import { isKnownElsewhere, type Language, type User } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertMail } from '../../store/mail/writer.ts'
import { deleteLinksOf, insertLink } from '../../store/people/sign-in/login-links.ts'
import { findUserByEmail, lockUser } from '../../store/people/users.ts'
import { type ActionContext, record } from '../context.ts'
import { newSecret, type Visit } from './sign-in/open-session.ts'
import { MADE_UP, type NotingServices } from './sign-in/sign-in.ts'
import { type Attempt, countAttempt } from './sign-in/throttle-attempts.ts'

/** Mail kind; outbound/mail/login-link.ts renders it. */
export const LOGIN_LINK_MAIL = 'login-link'
const KEY_LENGTH = 12

export interface LinkMail {
  readonly userId: number
  readonly purpose: Exclude<LinkPurpose, 'setup'>
  readonly askedBy: 'administrator' | 'self'
  /** ISO 8601. */
  readonly expiresAt: string
  readonly language: Language
}

/** Call in the transaction of the change. Returns the expiry of the link. */
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
 * Creates the link of a mail that is being sent; `null` if the user no longer needs one. Earlier links stay valid:
 * anyone can request this mail, and an administrator may have handed over a link meanwhile.
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
    // An invited user who has chosen a password or signed in by SSO meanwhile needs no invitation.
    if (purpose === 'invitation' && (user.hasPassword || user.byProvider)) return null
    const token = newSecret()
    await insertLink(tx, sha256(token), { purpose, userId, expiresAt: until }, now)
    return token
  })
}

/** Sends a link on behalf of an administrator. Invalidates earlier links of the user. */
export function sendLink(context: ActionContext, user: User): Promise<{ expiresAt: Date }> {
  return context.db.transaction(async (tx) => {
    await deleteLinksOf(tx, user.id)
    const { purpose, expiresAt } = await mailLink(tx, context.now, user, 'administrator')
    const details = { purpose, email: user.email, by_mail: true }
    await record(tx, context, { action: 'user.link_made', subject: { kind: 'user', id: user.id }, details })
    return { expiresAt }
  })
}

/** Throttles requests across all nodes, equally for existing and unknown addresses. */
export const countAsking = (db: Database, visit: Visit, email: string, now: Date): Promise<Attempt> =>
  countAttempt(
    db,
    [
      { of: ['linkAddress', visit.client], rule: RULES.linkAddress, endsWithSuccess: false },
      { of: ['linkAccount', email.toLowerCase()], rule: RULES.linkAccount, endsWithSuccess: false },
    ],
    now,
  )

/** Handles a forgotten password. The caller does not wait and learns nothing about the account. */
export async function mailForgotten(
  { db, now, note }: NotingServices,
  visit: Visit,
  email: string,
  spoken: Language | null,
): Promise<void> {
  const user = await findUserByEmail(db, email)
  // SSO users get no password: it would let them in after the provider has locked them out.
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
