// User management by administrators: invite, change, disable, reset.
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import { administers, needsOwner } from '../../domain/people/permissions.ts'
import type { Language, Role, User } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { deleteLinksOf } from '../../store/people/sign-in/login-links.ts'
import { deleteSessionsOf } from '../../store/people/sign-in/sign-ins.ts'
import { hasAdministrator, insertUser, lockAdministration, lockUser, updateUser } from '../../store/people/users.ts'
import { type ActionContext, record } from '../context.ts'
import { type MadeLink, makeUserLink } from './login-links.ts'
import { mailLink } from './mail-links.ts'

export interface Invitation {
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Required for resellers, `null` for other roles. */
  readonly ownerId: number | null
  readonly language: Language | null
}

export interface Invited<Link = MadeLink> {
  readonly user: User
  readonly link: Link
}

/**
 * Creates a user. The link to choose a password is mailed, or returned for the administrator to hand over; it is `null`
 * if mailed.
 */
export function inviteUser(context: ActionContext, wanted: Invitation): Promise<Invited>
export function inviteUser(
  context: ActionContext,
  wanted: Invitation,
  byMail: boolean,
): Promise<Invited<MadeLink | null>>
export function inviteUser(
  context: ActionContext,
  wanted: Invitation,
  byMail = false,
): Promise<Invited<MadeLink | null>> {
  return context.db.transaction(async (tx) => {
    await checkOwner(tx, wanted)
    const user = await insertUser(tx, { ...wanted, createdAt: context.now })
    if (!user) throw new Refusal('email_taken')
    const { email, role, ownerId } = user
    const subject = { kind: 'user', id: user.id } as const
    const how = byMail ? { by_mail: true } : {}
    await record(tx, context, { action: 'user.invited', subject, details: { email, role, ownerId, ...how } })
    if (byMail) {
      await mailLink(tx, context.now, user, 'administrator')
      return { user, link: null }
    }
    return { user, link: await makeUserLink({ ...context, db: tx }, user.id) }
  })
}

/** A reseller without an owner would see nothing or everything; other roles have no owner. */
async function checkOwner(tx: Database, { role, ownerId }: Pick<User, 'role' | 'ownerId'>): Promise<void> {
  const path = ['ownerId']
  if (!needsOwner(role)) {
    if (ownerId !== null) throw invalid(wrong(path, 'owner_for_resellers'))
  } else if (ownerId === null) throw invalid(wrong(path, 'owner_for_reseller_needed'))
  else if (!(await findOwner(tx, 'all', ownerId))) throw invalid(wrong(path, 'unknown_owner'))
}

export interface UserWish {
  readonly name?: string
  readonly role?: Role
  readonly ownerId?: number | null
  readonly disabled?: boolean
}

/** Takes effect with the user's next request. A disabled user is signed out everywhere. */
export function changeUser(context: ActionContext, id: number, wish: UserWish): Promise<User> {
  return context.db.transaction(async (tx) => {
    await lockAdministration(tx)
    const before = await lockUser(tx, id)
    if (!before) throw new Refusal('user_not_found')
    const { disabled, ...fields } = wish
    // A user who stops being a reseller loses the owner, even if the request does not say so.
    const kept = needsOwner(wish.role ?? before.role) ? before.ownerId : null
    const ownerId = wish.ownerId === undefined ? kept : wish.ownerId
    const disabledAt = disabled === undefined ? before.disabledAt : disabled ? (before.disabledAt ?? context.now) : null
    const after = { ...before, ...fields, ownerId, disabledAt }
    await checkOwner(tx, after)
    if (administers(before) && !administers(after) && !(await hasAdministrator(tx, id)))
      throw new Refusal('last_administrator')

    const changed = await updateUser(tx, id, after)
    if (changed.disabledAt !== null) {
      await deleteSessionsOf(tx, id)
      await deleteLinksOf(tx, id)
    }
    const was = { name: before.name, role: before.role, ownerId: before.ownerId, disabled: before.disabledAt !== null }
    const details = { email: before.email, was, wish }
    await record(tx, context, { action: 'user.changed', subject: { kind: 'user', id }, details })
    return changed
  })
}
