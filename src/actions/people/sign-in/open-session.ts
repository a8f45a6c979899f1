// Sessions of the administration area. The cookie's value is only ever with the browser: we keep its hash. It is made
// here, anew at each step up, and one that the browser brought is never taken over.

import { BASE62, type KeyRing, randomCode, sha256 } from '../../../base/secrets.ts'
import { person } from '../../../domain/audit/action.ts'
import {
  type ConsoleSession,
  DEVICE_KNOWN_MS,
  longestMs,
  SECOND_FACTOR_MS,
  type Stage,
} from '../../../domain/people/sign-in.ts'
import type { User } from '../../../domain/people/user.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import type { Database } from '../../../store/kit/database.ts'
import { isAnybodysDevice, isKnownDevice, rememberDevice } from '../../../store/people/known-devices.ts'
import { readPolicy } from '../../../store/people/policies.ts'
import {
  deleteSessionByHash,
  findConsoleSession,
  insertConsoleSession,
  touchConsoleSession,
} from '../../../store/people/sign-ins.ts'
import { type ActionContext, record, type SecretServices } from '../../context.ts'
import { keepProviderToken, readProviderToken } from './provider-token.ts'

/** 256 bits. */
const SECRET_LENGTH = 43
const TOUCH_EVERY_MS = MINUTE_MS

export const newSecret = (): string => randomCode(SECRET_LENGTH, BASE62)

/** Who knocks: what the browser brought. */
export interface Visit {
  readonly address: string
  /** What counts as one address: an IPv6 user has many. */
  readonly client: string
  readonly requestId: string
  readonly agent: string | null
  readonly sessionSecret: string | null
  readonly deviceSecret: string | null
}

export interface OpenedSession {
  readonly stage: Stage
  readonly sessionSecret: string
  /** So long at most. */
  readonly lastsMs: number
  /** To be kept by the browser; null: not yet, or it has one. */
  readonly deviceSecret: string | null
}

export type Method = 'password' | 'totp' | 'recovery_code' | 'link' | 'setup' | 'provider'

/** For whom the provider of single sign-on vouches. */
export interface Vouched {
  readonly keys: KeyRing
  readonly idToken: string | null
  readonly factorShown: boolean
  /** When they last showed who they are; null: nobody knows. */
  readonly confirmedAt: Date | null
}

/** The session that the browser had ends with it. Whoever is signed in here has just shown the password or the second factor. */
export async function openSession(
  tx: Database,
  now: Date,
  visit: Visit,
  user: Pick<User, 'id' | 'email' | 'role'>,
  stage: Stage,
  method: Method,
  vouched: Vouched | null = null,
): Promise<OpenedSession> {
  if (visit.sessionSecret) await deleteSessionByHash(tx, sha256(visit.sessionSecret))
  const sessionSecret = newSecret()
  const { address, agent } = visit
  const hash = sha256(sessionSecret)
  const opened = { hash, userId: user.id, stage, createdAt: now, address, agent }
  const confirmedAt = stage !== 'signed_in' ? null : vouched ? vouched.confirmedAt : now
  const how = { byProvider: vouched !== null, providerFactor: vouched?.factorShown ?? false, confirmedAt }
  const id = await insertConsoleSession(tx, { ...opened, ...how })
  if (vouched?.idToken) await keepProviderToken(tx, vouched.keys, id, vouched.idToken)
  if (stage !== 'signed_in') return { stage, sessionSecret, lastsMs: SECOND_FACTOR_MS, deviceSecret: null }

  const by = person(user, address, visit.requestId)
  await record(tx, { by, now }, { action: 'session.started', subject: { kind: 'session', id }, details: { method } })
  const lastsMs = longestMs(await readPolicy(tx, user.role))
  return { stage, sessionSecret, lastsMs, deviceSecret: await knownDevice(tx, now, visit, user.id) }
}

async function knownDevice(tx: Database, now: Date, { deviceSecret }: Visit, userId: number): Promise<string | null> {
  const brought = deviceSecret === null ? null : sha256(deviceSecret)
  const keep = brought !== null && (await isAnybodysDevice(tx, brought, knownSince(now)))
  const fresh = keep ? null : newSecret()
  await rememberDevice(tx, fresh === null ? brought! : sha256(fresh), userId, now)
  return fresh ?? deviceSecret // sent again: it lasts from now
}

export const knownSince = (now: Date): Date => new Date(now.getTime() - DEVICE_KNOWN_MS)

export const isDeviceOf = async (db: Database, { deviceSecret }: Visit, userId: number, now: Date): Promise<boolean> =>
  deviceSecret !== null && isKnownDevice(db, sha256(deviceSecret), userId, knownSince(now))

/** At most one write a minute and session. */
export async function noteVisit(db: Database, session: ConsoleSession, now: Date, address: string): Promise<void> {
  if (now.getTime() - session.seenAt.getTime() < TOUCH_EVERY_MS) return
  await touchConsoleSession(db, session.id, now, address)
}

export interface SignedOut {
  /** Of a session that the provider of single sign-on opened: there is one to sign out of there too. */
  readonly atProvider: { readonly idToken: string | null } | null
}

export function signOut(
  { db, now, keys }: Omit<ActionContext, 'by'> & Pick<SecretServices, 'keys'>,
  visit: Visit,
): Promise<SignedOut> {
  return db.transaction(async (tx) => {
    if (!visit.sessionSecret) return { atProvider: null }
    const found = await findConsoleSession(tx, sha256(visit.sessionSecret))
    const atProvider = found?.session.byProvider
      ? { idToken: await readProviderToken(tx, keys, found.session.id) }
      : null
    const ended = await deleteSessionByHash(tx, sha256(visit.sessionSecret))
    if (!found || ended?.stage !== 'signed_in') return { atProvider }
    const by = person(found.user, visit.address, visit.requestId)
    await record(tx, { by, now }, { action: 'session.ended', subject: { kind: 'session', id: ended.id } })
    return { atProvider }
  })
}
