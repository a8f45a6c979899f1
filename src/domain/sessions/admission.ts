// Who may open which mountpoint now, and why not.
import { type CredentialTimes, type Pausable, stateAt } from '../credentials/credential.ts'
import type { Geofence } from '../credentials/geofence.ts'
import type { Access } from './access.ts'
import type { SessionLimit } from './limit.ts'

/** Kept with every attempt that was refused, so that "why can't I connect" has an answer. */
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

/** What is wrong with a request that cannot be read. */
export type UnreadableReason =
  | 'not_ntrip'
  | 'unknown_method'
  | 'head_too_long'
  | 'head_unfinished'
  | 'no_mountpoint'
  | 'bad_mountpoint'

/** Of these nobody has shown that they know a password: whatever name they carry, anybody may have made it up. */
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

/** User names are made of small letters and figures; what a keyboard in the field makes of them is understood. */
export const usernameAsMeant = (typed: string): string => typed.trim().toLowerCase()

/** As it is kept: many type the address that their credential was sent to. */
export const reasonFor = (reason: RefusalReason, username: string): RefusalReason =>
  reason === 'unknown_user' && username.includes('@') ? 'email_as_user' : reason

/** So far may a caster's clock be behind that of whoever issues: a credential is used the moment it is issued. */
export const START_TOLERANCE_MS = 5_000

/** What decides about a credential at the caster's door. */
export interface Pass extends CredentialTimes, Pausable, Access, SessionLimit {
  readonly id: number
  readonly username: string
  readonly issuedAt: Date
  /** Where it may be used; null: anywhere. */
  readonly geofence: Geofence | null
  /** How often its sessions were cut because it changed: those that came in before have fewer. */
  readonly cuts: number
  readonly isTest: boolean
}

/** Does not look at the password and at sessions. `isOpened`: it opens what is asked for, while it opens anything. */
export function refusalOf(pass: Pass, isOpened: boolean, now: Date): RefusalReason | null {
  if (pass.isTest) return 'test_credential'
  const state = stateAt(pass, now)
  if (state !== 'active') return state
  if (pass.suspendedAt !== null) return 'suspended'
  if (opensAt(pass) > now.getTime()) return 'not_started'
  return isOpened ? null : 'wrong_mountpoint'
}

/** One that was scheduled opens at its start and not before; and nothing is tolerated at the end. */
function opensAt({ startsAt, issuedAt }: Pass): number {
  return startsAt > issuedAt ? startsAt.getTime() : startsAt.getTime() - START_TOLERANCE_MS
}
