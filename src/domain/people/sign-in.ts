// How long somebody stays signed in.
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'
import type { Lifetime } from './policy.ts'
import { isKnownElsewhere, type User } from './user.ts'

/** Between the password and the second factor. */
export const SECOND_FACTOR_MS = HOUR_MS / 6
/** So long a browser that was signed in is known, and an attack on its user from elsewhere does not slow it down. */
export const DEVICE_KNOWN_MS = 180 * 24 * HOUR_MS

/** One state, not flags: what the holder of the cookie has shown so far. */
export type Stage = 'second_factor' | 'signed_in'

export interface ConsoleSession {
  readonly id: number
  readonly userId: number
  readonly stage: Stage
  readonly createdAt: Date
  readonly seenAt: Date
  readonly address: string
  readonly agent: string | null
  /** When its holder last showed the password or the second factor, here or to the provider. */
  readonly confirmedAt: Date | null
  /** Opened by signing in at the provider of single sign-on. */
  readonly byProvider: boolean
  /** Which says that a second factor was shown there. */
  readonly providerFactor: boolean
}

/** So long after the password or the second factor was shown, others' factors, links, roles and keys may be acted on. */
const CONFIRMED_MS = 10 * MINUTE_MS

export const isConfirmed = ({ confirmedAt }: ConsoleSession, now: Date): boolean =>
  confirmedAt !== null && isRecent(confirmedAt, now)

const isRecent = (moment: Date, now: Date): boolean => now.getTime() - moment.getTime() < CONFIRMED_MS

/**
 * Of a provider that does not tell when its people showed who they are, having just come from it is all that somebody can show. It is enough
 * for the first second factor, with which they can confirm whatever else there is; without it they could never have one.
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
