// Console sessions and how long they last.
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'
import type { Lifetime } from './policy.ts'
import { isKnownElsewhere, type User } from './user.ts'

export const SECOND_FACTOR_MS = HOUR_MS / 6
/** How long a browser stays known; attacks on the account from elsewhere do not throttle a known browser. */
export const DEVICE_KNOWN_MS = 180 * 24 * HOUR_MS

export type Stage = 'second_factor' | 'signed_in'

export interface ConsoleSession {
  readonly id: number
  readonly userId: number
  readonly stage: Stage
  readonly createdAt: Date
  readonly seenAt: Date
  readonly address: string
  readonly agent: string | null
  /** Last proof of the password or second factor, here or at the SSO provider. */
  readonly confirmedAt: Date | null
  /** The session was opened through the SSO provider. */
  readonly byProvider: boolean
  /** The SSO provider reported a second factor. */
  readonly providerFactor: boolean
  /** The organization as which the session views the console; `null` if the user sees their own console. */
  readonly viewingOwnerId: number | null
}

/** How long a proof of identity allows changes to other users' second factors, links, roles and keys. */
const CONFIRMED_MS = 10 * MINUTE_MS

export const isConfirmed = ({ confirmedAt }: ConsoleSession, now: Date): boolean =>
  confirmedAt !== null && isRecent(confirmedAt, now)

const isRecent = (moment: Date, now: Date): boolean => now.getTime() - moment.getTime() < CONFIRMED_MS

/**
 * Some SSO providers do not report when the user authenticated; then a fresh sign-in is the only proof available. It is
 * enough to set up the first second factor, which can confirm everything else. Without this rule such users could never
 * set one up.
 */
export const maySetUpFirstFactor = (user: User, session: ConsoleSession, now: Date): boolean =>
  isKnownElsewhere(user) &&
  !user.hasSecondFactor &&
  session.byProvider &&
  session.confirmedAt === null &&
  isRecent(session.createdAt, now)

export const longestMs = ({ longestMinutes }: Lifetime): number => longestMinutes * MINUTE_MS

export function isAlive({ stage, createdAt, seenAt }: ConsoleSession, lifetime: Lifetime, now: Date): boolean {
  const age = now.getTime() - createdAt.getTime()
  if (stage === 'second_factor') return age < SECOND_FACTOR_MS
  return age < longestMs(lifetime) && now.getTime() - seenAt.getTime() < lifetime.idleMinutes * MINUTE_MS
}
