// Sign-in through the SSO provider. Issuer and subject identify the user; the provider's claims determine the role at
// every sign-in.
import { sha256 } from '../../../base/secrets.ts'
import { type AuditedAction, person, system } from '../../../domain/audit/action.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { RULES } from '../../../domain/people/login-throttle.ts'
import {
  type Identity,
  identityIn,
  type SsoNoEntry,
  type SsoProof,
  type SsoRules,
} from '../../../domain/people/single-sign-on.ts'
import type { Role, User } from '../../../domain/people/user.ts'
import type { Database } from '../../../store/kit/database.ts'
import { readNetwork } from '../../../store/network/settings.ts'
import { findOwnerByName, listOwners } from '../../../store/people/owners.ts'
import { deleteLinksOf, deleteSetupLinks } from '../../../store/people/sign-in/login-links.ts'
import {
  hasIdentityOf,
  isIdentityExpected,
  lockUserByIdentity,
  setIdentity,
  useState,
} from '../../../store/people/sign-in/provider-identities.ts'
import {
  findUserByEmail,
  hasAdministrator,
  insertUser,
  lockAdministration,
  lockUser,
  updateUser,
} from '../../../store/people/users.ts'
import { record } from '../../context.ts'
import { notifyUser } from '../notify-user.ts'
import { makeOwner } from '../owners.ts'
import { type OpenedSession, openSession, type Visit } from './open-session.ts'
import { MADE_UP, type NotingServices } from './sign-in.ts'
import { type Attempt, countAttempt } from './throttle-attempts.ts'

/** Actor of changes that follow the provider's claims. */
const PROVIDER = 'single sign-on'

/** Throttles redirects back from the provider, across all nodes: each one makes this service query the provider. */
export const countProviderAnswer = (db: Database, visit: Visit, now: Date): Promise<Attempt> =>
  countAttempt(db, [{ of: ['provider', visit.client], rule: RULES.provider, endsWithSuccess: false }], now)

/** Accepts each `state` once, across all nodes, although its cookie stays valid for some minutes. */
export async function useAnswerOnce(db: Database, state: string, expiresAt: Date): Promise<void> {
  if (!(await useState(db, sha256(state), expiresAt))) throw new Refusal('sso_failed', { failure: 'not_begun' })
}

export const failedBy = ({ code, params }: Refusal): AuditedAction => ({
  action: 'login.failed',
  details: { by: PROVIDER, code, ...params },
})

/** `ask` fetches the signed proof from the provider. */
export async function signInByProvider(
  services: NotingServices,
  visit: Visit,
  rules: SsoRules,
  ask: () => Promise<SsoProof>,
): Promise<OpenedSession> {
  const { db, now, keys, note } = services
  const attempt = await countProviderAnswer(db, visit, now)
  let identity: Identity | null = null
  try {
    const proof = await ask()
    const shown = identityIn(proof, rules, now)
    identity = shown
    return await db.transaction(async (tx) => {
      const user = await admit(tx, { visit, now, rules }, shown)
      await attempt.succeeded(tx)
      if (user.role === 'administrator') await deleteSetupLinks(tx)
      // Require our own second factor unless the provider reports one.
      const stage = user.hasSecondFactor && !shown.factorShown ? 'second_factor' : 'signed_in'
      const { factorShown, authenticatedAt } = shown
      const vouched = { keys, idToken: proof.idToken, factorShown, confirmedAt: authenticatedAt }
      return openSession(tx, now, visit, user, stage, 'provider', vouched)
    })
  } catch (error) {
    if (error instanceof Refusal) {
      const by = person({ id: null, email: identity?.email ?? MADE_UP.name }, visit.address, visit.requestId)
      note(by, failedBy(error), now, identity ? undefined : { together: MADE_UP })
    }
    throw error
  }
}

interface AdmissionContext {
  readonly visit: Visit
  readonly now: Date
  readonly rules: SsoRules
}

async function admit(tx: Database, context: AdmissionContext, identity: Identity): Promise<User> {
  const { role, ownerId } = await placeOf(tx, identity)
  const known = await find(tx, context, identity)
  if (known === null) return create(tx, context, identity, role, ownerId)
  if (known.disabledAt !== null) throw noEntry('disabled', identity)
  if (known.role === role && known.ownerId === ownerId) return known
  return follow(tx, context, known, role, ownerId)
}

async function find(tx: Database, context: AdmissionContext, identity: Identity): Promise<User | null> {
  const findKnown = () => lockUserByIdentity(tx, identity.issuer, identity.subject)
  const known = await findKnown()
  if (known) return known
  // A new user may sign in from two browsers at the same moment.
  await lockAdministration(tx)
  return (await findKnown()) ?? recognise(tx, context, identity)
}

const noEntry = (obstacle: SsoNoEntry, { email, subject }: Identity) =>
  new Refusal('sso_no_entry', { obstacle, who: email ?? subject })

async function placeOf(tx: Database, identity: Identity): Promise<{ role: Role; ownerId: number | null }> {
  const { role, ownerName } = identity
  if (role === null) throw noEntry('no_role', identity)
  if (role !== 'reseller') return { role, ownerId: null }
  const owner = ownerName === null ? null : await findOwnerByName(tx, ownerName)
  if (!owner) throw noEntry('no_owner', identity)
  return { role, ownerId: owner.id }
}

/**
 * Links an existing account at the first SSO sign-in. An attacker who controls the address at the provider could take
 * over the account. So linking requires that the operator enabled it and the provider verified the address, or that the
 * operator unlinked this user a few minutes ago (untie-from-provider.ts).
 */
async function recognise(
  tx: Database,
  { visit, now, rules }: AdmissionContext,
  identity: Identity,
): Promise<User | null> {
  const { issuer, subject, email, emailVerified } = identity
  if (email === null) throw noEntry('no_email', identity)
  const found = await findUserByEmail(tx, email)
  if (!found) return null
  const isTheirs = (rules.linkByEmail && emailVerified) || (await isIdentityExpected(tx, found.id, now))
  if (!isTheirs || (await hasIdentityOf(tx, found.id, issuer))) throw noEntry('email_taken', identity)
  await lockUser(tx, found.id)
  await setIdentity(tx, found.id, issuer, subject)
  // An unused invitation is obsolete.
  await deleteLinksOf(tx, found.id)
  const by = person(found, visit.address, visit.requestId)
  const details = { issuer, subject, email }
  await record(tx, { by, now }, { action: 'user.recognised', subject: { kind: 'user', id: found.id }, details })
  await notifyUser(tx, { by, now }, found, 'single_sign_on')
  return { ...found, byProvider: true }
}

async function create(
  tx: Database,
  { visit, now }: AdmissionContext,
  identity: Identity,
  role: Role,
  ownerId: number | null,
): Promise<User> {
  const { issuer, subject, email, name } = identity
  const isFirst = role === 'administrator' && !(await hasAdministrator(tx))
  const user = await insertUser(tx, { email: email!, name, role, ownerId, language: null, createdAt: now })
  if (!user) throw noEntry('email_taken', identity) // created concurrently
  await setIdentity(tx, user.id, issuer, subject)
  const by = system(PROVIDER, visit.address)
  const details = { email, role, ownerId, issuer, subject }
  await record(tx, { by, now }, { action: 'user.admitted', subject: { kind: 'user', id: user.id }, details })
  // Credentials need an owner: as with the setup link, the first one is the network's own.
  if (isFirst && (await listOwners(tx)).length === 0)
    await makeOwner(tx, { by, now }, (await readNetwork(tx)).name, null)
  return { ...user, byProvider: true }
}

/** Applies to the last administrator too: the provider decides, and a command on the server restores access. */
async function follow(
  tx: Database,
  { visit, now }: AdmissionContext,
  user: User,
  role: Role,
  ownerId: number | null,
): Promise<User> {
  const changed = await updateUser(tx, user.id, { ...user, role, ownerId })
  const was = { role: user.role, ownerId: user.ownerId }
  const details = { email: user.email, was, wish: { role, ownerId } }
  const by = system(PROVIDER, visit.address)
  await record(tx, { by, now }, { action: 'user.changed', subject: { kind: 'user', id: user.id }, details })
  return changed
}
