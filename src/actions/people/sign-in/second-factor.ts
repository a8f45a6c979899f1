// The second factor: an authenticator app (TOTP), with recovery codes for a lost device.

import { randomBytes } from 'node:crypto'
import { totpContext } from '../../../base/secrets/contexts.ts'
import { randomCode, sha256 } from '../../../base/secrets.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { RULES } from '../../../domain/people/login-throttle.ts'
import {
  groupRecoveryCode,
  plainRecoveryCode,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '../../../domain/people/recovery-code.ts'
import { matchTotp, TOTP_SECRET_BYTES, toBase32, totpUri } from '../../../domain/people/totp.ts'
import type { User } from '../../../domain/people/user.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import type { Database } from '../../../store/kit/database.ts'
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from '../../../store/people/sign-in/recovery-codes.ts'
import {
  activateTotp,
  lockUser,
  removeTotp,
  setPendingTotp,
  takeTotpStep,
  type UserWithSecrets,
} from '../../../store/people/users.ts'
import { type ActionContext, record, type SecretServices } from '../../context.ts'
import { notifyUser } from '../notify-user.ts'
import { countAttempt } from './throttle-attempts.ts'

/** Long enough to find the phone; an unconfirmed secret expires afterwards. */
const PENDING_MS = 15 * MINUTE_MS

type Context = ActionContext & SecretServices

/** Returns the method of a valid code, or `null`. Each code works once, across all nodes. */
export async function checkSecondFactor(
  context: Context,
  userId: number,
  typed: string,
): Promise<'totp' | 'recovery_code' | null> {
  const { db: tx, keys, now } = context
  const user = await lockUser(tx, userId)
  if (!user?.totpSecret || user.disabledAt !== null) return null
  const secret = Buffer.from(keys.decrypt(user.totpSecret, totpContext(userId)), 'base64')
  const step = matchTotp(secret, typed.replaceAll(' ', ''), now, user.totpLastStep)
  if (step !== null) return (await takeTotpStep(tx, userId, step)) ? 'totp' : null

  if (!(await takeRecoveryCode(tx, userId, sha256(plainRecoveryCode(typed)), now))) return null
  const details = { left: await countRecoveryCodes(tx, userId) }
  await record(tx, context, { action: 'recovery_code.used', subject: { kind: 'user', id: userId }, details })
  return 'recovery_code'
}

/** Creates the secret for the app. An older secret stays in force until a code confirms the new one. */
export async function beginSecondFactor({ db, keys, now }: Context, user: User, issuer: string) {
  const secret = randomBytes(TOTP_SECRET_BYTES)
  await setPendingTotp(db, user.id, keys.encrypt(secret.toString('base64'), totpContext(user.id)), now)
  return { secret: toBase32(secret), uri: totpUri(secret, issuer, user.email) }
}

/** Returns the recovery codes, which are shown only once. */
export async function confirmSecondFactor(context: Context, userId: number, typed: string): Promise<string[]> {
  const { db, keys, now } = context
  const tally = { of: ['secondFactor', userId, 'setting up'], rule: RULES.secondFactor, endsWithSuccess: true } as const
  const attempt = await countAttempt(db, [tally], now)
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user?.totpPending || !isPending(user, now)) throw new Refusal('second_factor_missing')
    const secret = Buffer.from(keys.decrypt(user.totpPending, totpContext(userId)), 'base64')
    const step = matchTotp(secret, typed.replaceAll(' ', ''), now, 0)
    if (step === null) throw invalid(wrong(['code'], 'wrong_totp'))
    await attempt.succeeded(tx)
    await activateTotp(tx, userId, step)
    await record(tx, context, { action: 'second_factor.enabled', subject: { kind: 'user', id: userId } })
    await notifyUser(tx, context, user, 'second_factor_on')
    return makeRecoveryCodes(tx, userId)
  })
}

const isPending = ({ totpPendingAt }: UserWithSecrets, now: Date): boolean =>
  totpPendingAt !== null && now.getTime() - totpPendingAt.getTime() < PENDING_MS

export function renewRecoveryCodes(context: ActionContext, userId: number): Promise<string[]> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user?.hasSecondFactor) throw new Refusal('second_factor_missing')
    await record(tx, context, { action: 'recovery_codes.renewed', subject: { kind: 'user', id: userId } })
    await notifyUser(tx, context, user, 'recovery_codes')
    return makeRecoveryCodes(tx, userId)
  })
}

async function makeRecoveryCodes(tx: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomCode(RECOVERY_CODE_LENGTH))
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => sha256(code)),
  )
  return codes.map(groupRecoveryCode)
}

/** Used by the user, or by an administrator for a user who lost both phone and codes. */
export function removeSecondFactor(context: ActionContext, userId: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Refusal('user_not_found')
    await removeTotp(tx, userId)
    await replaceRecoveryCodes(tx, userId, [])
    if (!user.hasSecondFactor) return
    await record(tx, context, { action: 'second_factor.removed', subject: { kind: 'user', id: userId } })
    await notifyUser(tx, context, user, 'second_factor_off')
  })
}
