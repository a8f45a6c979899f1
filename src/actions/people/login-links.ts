// One-time links for the first administrator, invitations and password resets. Only hashes are stored.

import { known } from '../../base/passwords/password-hasher.ts'
import { sha256 } from '../../base/secrets.ts'
import { person } from '../../domain/audit/action.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import { type LinkPurpose, linkExpiry } from '../../domain/people/login-link.ts'
import type { Language, User } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { readNetwork, updateNetwork } from '../../store/network/settings.ts'
import { listOwners } from '../../store/people/owners.ts'
import { forgetDevicesOf } from '../../store/people/sign-in/known-devices.ts'
import {
  deleteLinksOf,
  deleteSetupLinks,
  findLink,
  insertLink,
  takeLink,
} from '../../store/people/sign-in/login-links.ts'
import { deleteSessionsOf } from '../../store/people/sign-in/sign-ins.ts'
import {
  findUser,
  hasAdministrator,
  insertUser,
  lockAdministration,
  lockUser,
  setPasswordHash,
} from '../../store/people/users.ts'
import { type ActionContext, record } from '../context.ts'
import { networkFaults } from '../network/set.ts'
import { notifyUser } from './notify-user.ts'
import { makeOwner } from './owners.ts'
import { checkPassword } from './sign-in/check-password.ts'
import { newSecret, type OpenedSession, openSession, type Visit } from './sign-in/open-session.ts'
import type { SignInServices } from './sign-in/sign-in.ts'

/** Creates a new link on each call, until an administrator exists; then returns `null`. Older links stay valid. */
export function makeSetupLink(db: Database, now: Date): Promise<string | null> {
  return db.transaction(async (tx) => {
    if (await hasAdministrator(tx)) return null
    const token = newSecret()
    await insertLink(tx, sha256(token), { purpose: 'setup', userId: null, expiresAt: null }, now)
    return token
  })
}

export interface MadeLink {
  readonly token: string
  readonly purpose: LinkPurpose
  readonly expiresAt: Date
}

/** An invitation for users without a password, otherwise a reset. Invalidates earlier links of the user. */
export function makeUserLink(context: ActionContext, userId: number): Promise<MadeLink> {
  const { db, now } = context
  return db.transaction(async (tx) => {
    const user = await findUser(tx, userId)
    if (!user) throw new Refusal('user_not_found')
    if (user.disabledAt !== null) throw invalid(wrong(['id'], 'user_disabled'))
    const purpose = user.hasPassword ? 'reset' : 'invitation'
    const token = newSecret()
    const expiresAt = linkExpiry(purpose, now)!
    await deleteLinksOf(tx, userId)
    await insertLink(tx, sha256(token), { purpose, userId, expiresAt }, now)
    const details = { purpose, email: user.email }
    await record(tx, context, { action: 'user.link_made', subject: { kind: 'user', id: userId }, details })
    if (purpose === 'reset') await notifyUser(tx, context, user, 'password_link')
    return { token, purpose, expiresAt }
  })
}

const notValid = () => new Refusal('link_not_valid')

export interface LinkView {
  readonly purpose: LinkPurpose
  readonly email: string | null
  readonly name: string | null
}

export async function readLink(db: Database, token: string, now: Date): Promise<LinkView> {
  const { purpose, user } = await usableLink(db, token, now)
  return { purpose, email: user?.email ?? null, name: user?.name ?? null }
}

async function usableLink(
  db: Database,
  token: string,
  now: Date,
): Promise<{ purpose: LinkPurpose; user: User | null }> {
  const link = await findLink(db, sha256(token), now)
  if (!link) throw notValid()
  if (link.userId === null) {
    if (await hasAdministrator(db)) throw notValid()
    return { purpose: link.purpose, user: null }
  }
  const user = await findUser(db, link.userId)
  if (user?.disabledAt !== null) throw notValid()
  return { purpose: link.purpose, user }
}

export interface FirstAdministrator {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly language: Language | null
  /** New name of the network; undefined keeps it. */
  readonly networkName?: string | undefined
}

/**
 * Creates the first administrator, names the network and signs in. Also creates the first owner, the network's own,
 * since credentials need one.
 */
export async function completeSetup(
  { db, hasher, now }: SignInServices,
  visit: Visit,
  token: string,
  { email, name, password, language, networkName }: FirstAdministrator,
): Promise<OpenedSession> {
  const { purpose } = await usableLink(db, token, now)
  if (purpose !== 'setup') throw notValid()
  const nameFault = networkName === undefined ? [] : networkFaults({ name: networkName })
  if (nameFault.length > 0) throw invalid(...nameFault.map((fault) => ({ ...fault, path: ['networkName'] })))
  await checkPassword(db, password, { email, name, networkName })
  const hash = await hasher.hash(password, known('setup'))
  return db.transaction(async (tx) => {
    await lockAdministration(tx)
    if ((await hasAdministrator(tx)) || !(await takeLink(tx, sha256(token), now))) throw notValid()
    const wanted = { email, name, role: 'administrator', ownerId: null, language, createdAt: now } as const
    const user = await insertUser(tx, wanted)
    if (!user) throw new Refusal('email_taken')
    await setPasswordHash(tx, user.id, hash)
    await deleteSetupLinks(tx)
    const by = person(user, visit.address, visit.requestId)
    await record(
      tx,
      { by, now },
      { action: 'setup.completed', subject: { kind: 'user', id: user.id }, details: { email } },
    )
    if (networkName !== undefined) {
      await updateNetwork(tx, { name: networkName })
      await record(tx, { by, now }, { action: 'settings.changed', details: { name: networkName } })
    }
    if ((await listOwners(tx)).length === 0)
      await makeOwner(tx, { by, now }, networkName ?? (await readNetwork(tx)).name, null)
    return openSession(tx, now, visit, user, 'signed_in', 'setup')
  })
}

/** Sets a new password and ends sessions opened with the old one. A second factor is still required. */
export async function acceptLink(
  { db, hasher, now }: SignInServices,
  visit: Visit,
  token: string,
  password: string,
): Promise<OpenedSession> {
  const { user } = await usableLink(db, token, now)
  if (!user) throw notValid()
  await checkPassword(db, password, user)
  const hash = await hasher.hash(password, known(user.id))
  return db.transaction(async (tx) => {
    const link = await takeLink(tx, sha256(token), now)
    const current = await lockUser(tx, user.id)
    if (link?.userId !== user.id || current?.disabledAt !== null) throw notValid()
    await setPasswordHash(tx, user.id, hash)
    if (current.role === 'administrator') await deleteSetupLinks(tx)
    await deleteLinksOf(tx, user.id)
    await deleteSessionsOf(tx, user.id)
    await forgetDevicesOf(tx, user.id)
    const by = person(user, visit.address, visit.requestId)
    const details = { by: link.purpose }
    await record(tx, { by, now }, { action: 'password.changed', subject: { kind: 'user', id: user.id }, details })
    if (link.purpose === 'reset') await notifyUser(tx, { by, now }, user, 'password')
    return openSession(tx, now, visit, user, current.hasSecondFactor ? 'second_factor' : 'signed_in', 'link')
  })
}
