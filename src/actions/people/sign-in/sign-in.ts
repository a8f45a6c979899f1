// Sign-in with password and, if set up, second factor. Does not reveal whether an account exists: response and work are
// the same for a wrong password, an unknown address, a disabled user and a user without a password.

import { known, stranger } from '../../../base/passwords/password-hasher.ts'
import { sha256 } from '../../../base/secrets.ts'
import { type Actor, type AuditedAction, person } from '../../../domain/audit/action.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { RULES } from '../../../domain/people/login-throttle.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findSignedIn } from '../../../store/people/sign-in/sign-ins.ts'
import { findUserByEmail, lockUser, renewPasswordHash, type UserWithSecrets } from '../../../store/people/users.ts'
import { record, type SecretServices } from '../../context.ts'
import { isDeviceOf, type OpenedSession, openSession, type Visit } from './open-session.ts'
import { readProviderToken } from './provider-token.ts'
import { checkSecondFactor } from './second-factor.ts'
import { countAttempt, type Tally } from './throttle-attempts.ts'

export interface SignInServices extends SecretServices {
  readonly db: Database
  readonly now: Date
}

export interface NotingServices extends SignInServices {
  /** Writes asynchronously and aggregates floods, so rejected callers do not wait and response times reveal nothing. */
  readonly note: (by: Actor, audited: AuditedAction, now: Date, more?: { readonly together: Actor }) => void
}

export async function signIn(
  { db, hasher, now, note }: NotingServices,
  visit: Visit,
  email: string,
  password: string,
): Promise<OpenedSession> {
  const found = await findUserByEmail(db, email)
  // Also queried for unknown addresses, so that they take the same time.
  const onKnownBrowser = await isDeviceOf(db, visit, found?.id ?? NOBODY, now)
  const asker = onKnownBrowser ? known(found!.id) : stranger(visit.client)
  hasher.expectRoom(asker) // an attempt that is not checked is not counted
  const attempt = await countAttempt(db, talliesOf(visit, email, onKnownBrowser), now)
  const user = found?.disabledAt === null ? found : null
  const right = await hasher.verify(password, user?.passwordHash ?? null, asker)
  const opened = user && right && (await db.transaction((tx) => open(tx, user, () => attempt.succeeded(tx))))
  if (!opened) {
    const by = person({ id: null, email: found?.email ?? email }, visit.address, visit.requestId)
    note(by, { action: 'login.failed' }, now, found ? undefined : { together: MADE_UP })
    throw new Refusal('wrong_credentials')
  }
  if (hasher.isOutdated(user.passwordHash!))
    await renewPasswordHash(db, user.id, user.passwordHash!, await hasher.hash(password, known(user.id)))
  return opened

  async function open(tx: Database, checked: UserWithSecrets, succeeded: () => Promise<void>) {
    // The password may have changed, or the user been disabled, while the hash was checked.
    const current = await lockUser(tx, checked.id)
    if (current?.disabledAt !== null || current.passwordHash !== checked.passwordHash) return null
    await succeeded()
    const stage = current.hasSecondFactor ? 'second_factor' : 'signed_in'
    return openSession(tx, now, visit, current, stage, 'password')
  }
}

const NOBODY = 0

/** Aggregates attempts on unknown addresses, which must not fill the log or displace entries of real accounts. */
export const MADE_UP = person({ id: null, email: '*' }, null)

function talliesOf(visit: Visit, email: string, onKnownBrowser: boolean): Tally[] {
  const account = email.toLowerCase()
  if (onKnownBrowser) {
    const device = sha256(visit.deviceSecret!).toString('hex')
    return [{ of: ['device', device, account], rule: RULES.device, endsWithSuccess: true }]
  }
  return [
    { of: ['pair', account, visit.client], rule: RULES.pair, endsWithSuccess: true },
    { of: ['address', visit.client], rule: RULES.address, endsWithSuccess: false },
    { of: ['account', account], rule: RULES.account, endsWithSuccess: false },
  ]
}

/** Second step, after the password: a TOTP code or a recovery code. */
export async function signInFurther(services: SignInServices, visit: Visit, code: string): Promise<OpenedSession> {
  const { db, now } = services
  const found = visit.sessionSecret === null ? null : await findSignedIn(db, sha256(visit.sessionSecret), now)
  if (found?.session.stage !== 'second_factor') throw new Refusal('signed_out')
  const { user } = found
  const known = await isDeviceOf(db, visit, user.id, now)
  const attempt = await countAttempt(
    db,
    [
      {
        of: ['secondFactor', user.id, known ? visit.deviceSecret! : ''],
        rule: RULES.secondFactor,
        endsWithSuccess: true,
      },
    ],
    now,
  )
  const opened = await db.transaction(async (tx) => {
    const by = person(user, visit.address, visit.requestId)
    const method = await checkSecondFactor({ ...services, db: tx, by }, user.id, code)
    if (method === null) return null
    await attempt.succeeded(tx)
    const { byProvider, id } = found.session
    const vouched = byProvider
      ? {
          keys: services.keys,
          idToken: await readProviderToken(tx, services.keys, id),
          factorShown: false,
          confirmedAt: now,
        }
      : null
    return openSession(tx, now, visit, user, 'signed_in', method, vouched)
  })
  if (opened) return opened
  const by = person(user, visit.address, visit.requestId)
  await record(db, { by, now }, { action: 'second_factor.failed' })
  throw new Refusal('wrong_code')
}
