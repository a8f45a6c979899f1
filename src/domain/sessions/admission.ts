// Decides whether a credential may open a mountpoint now, and the reason if not.
import { type CredentialTimes, type Pausable, stateAt } from '../credentials/credential.ts'
import type { Geofence } from '../credentials/geofence.ts'
import type { Access } from './access.ts'
import type { SessionLimit } from './limit.ts'

/** Stored with every rejected attempt, to answer "why can't I connect?". */
export const REFUSAL_REASONS = [
  'no_credentials',
  'unknown_user',
  'email_as_user',
  'bad_password',
  'guessed_at',
  'test_credential',
  'not_started',
  'expired',
  'revoked',
  'suspended',
  'wrong_mountpoint',
  'unknown_mountpoint',
  'too_many_sessions',
  'too_often',
  'address_full',
  'outside_coverage',
  'base_down',
  'bus_away',
  'unavailable',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export type UnreadableReason =
  | 'not_ntrip'
  | 'unknown_method'
  | 'head_too_long'
  | 'head_unfinished'
  | 'no_mountpoint'
  | 'bad_mountpoint'

/** Reasons where the client has not proven a password, so the user name may be invented. */
export const STRANGERS_REASONS: readonly RefusalReason[] = [
  'no_credentials',
  'unknown_user',
  'email_as_user',
  'bad_password',
  'guessed_at',
  'unknown_mountpoint',
  'address_full',
  'unavailable',
]

/** User names are lowercase letters and digits; corrects the case and spaces of field keyboards. */
export const normalizedUsername = (typed: string): string => typed.trim().toLowerCase()

/** Refines the stored reason: many users type the e-mail address their credential was sent to. */
export const reasonFor = (reason: RefusalReason, username: string): RefusalReason =>
  reason === 'unknown_user' && username.includes('@') ? 'email_as_user' : reason

/** Max clock lag of a caster behind the issuer: a credential can be used the moment it is issued. */
export const START_TOLERANCE_MS = 5_000

/** Fields of a credential that decide its admission at a caster. */
export interface Pass extends CredentialTimes, Pausable, Access, SessionLimit {
  readonly id: number
  readonly username: string
  readonly issuedAt: Date
  /** `null` if the credential works anywhere. */
  readonly geofence: Geofence | null
  /** Incremented when a change ends the credential's sessions; sessions with a lower value must end. */
  readonly cuts: number
  readonly isTest: boolean
}

/** Does not check the password or the session limit. `isOpened`: whether the credential opens the mountpoint. */
export function refusalOf(pass: Pass, isOpened: boolean, now: Date): RefusalReason | null {
  if (pass.isTest) return 'test_credential'
  const state = stateAt(pass, now)
  if (state !== 'active') return state
  if (pass.suspendedAt !== null) return 'suspended'
  if (opensAt(pass) > now.getTime()) return 'not_started'
  return isOpened ? null : 'wrong_mountpoint'
}

/** The tolerance applies only to credentials that start when issued, not to scheduled ones and not to the end. */
function opensAt({ startsAt, issuedAt }: Pass): number {
  return startsAt > issuedAt ? startsAt.getTime() : startsAt.getTime() - START_TOLERANCE_MS
}
