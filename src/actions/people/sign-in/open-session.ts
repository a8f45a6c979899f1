// Console sessions. Only the browser has the cookie's value; the database has its hash. A new value is generated at
// each sign-in step, and a value from the browser is never adopted (session fixation).

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
import { readPolicy } from '../../../store/people/policies.ts'
import { isAnybodysDevice, isKnownDevice, rememberDevice } from '../../../store/people/sign-in/known-devices.ts'
import {
  deleteSessionByHash,
  findConsoleSession,
  insertConsoleSession,
  touchConsoleSession,
} from '../../../store/people/sign-in/sign-ins.ts'
import { type ActionContext, record, type SecretServices } from '../../context.ts'
import { keepProviderToken, readProviderToken } from './provider-token.ts'

/** 256 bits. */
const SECRET_LENGTH = 43
const TOUCH_EVERY_MS = MINUTE_MS

export const newSecret = (): string => randomCode(SECRET_LENGTH, BASE62)

/** The sign-in request: who sends it, and the cookies that identify the browser. */
export interface Visit {
  readonly address: string
  /** Key of the client address for rate limits: the /64 of an IPv6 client, which has many addresses. */
  readonly client: string
  readonly requestId: string
  readonly agent: string | null
  readonly sessionSecret: string | null
  readonly deviceSecret: string | null
}

export interface OpenedSession {
  readonly stage: Stage
  readonly sessionSecret: string
  /** Max lifetime. */
  readonly lastsMs: number
  /** Device cookie to set; `null` if not signed in yet. */
  readonly deviceSecret: string | null
}

export type Method = 'password' | 'totp' | 'recovery_code' | 'link' | 'setup' | 'provider'

/** Session data from the SSO provider. */
export interface Vouched {
  readonly keys: KeyRing
  readonly idToken: string | null
  readonly factorShown: boolean
  /** Last authentication of the user; `null` if unknown. */
  readonly confirmedAt: Date | null
}

/** Ends the browser's previous session. A completed sign-in counts as a fresh confirmation of identity. */
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
  return fresh ?? deviceSecret // set again, to extend its lifetime
}

export const knownSince = (now: Date): Date => new Date(now.getTime() - DEVICE_KNOWN_MS)

export const isDeviceOf = async (db: Database, { deviceSecret }: Visit, userId: number, now: Date): Promise<boolean> =>
  deviceSecret !== null && isKnownDevice(db, sha256(deviceSecret), userId, knownSince(now))

/** Writes at most once a minute per session. */
export async function noteVisit(db: Database, session: ConsoleSession, now: Date, address: string): Promise<void> {
  if (now.getTime() - session.seenAt.getTime() < TOUCH_EVERY_MS) return
  await touchConsoleSession(db, session.id, now, address)
}

export interface SignedOut {
  /** Set if the SSO provider opened the session, so the user must sign out there too. */
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
