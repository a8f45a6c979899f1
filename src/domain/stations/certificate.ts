// Client certificates of stations that push over TLS. They are known by their fingerprint: one that nobody signed is as good as another,
// and nobody has to run an authority.
import { DAY_MS } from '../time/units.ts'
import type { Which } from './standby.ts'

/** Of one source: the one that it uses, and the one that follows it. */
export const MOST_CERTIFICATES = 2
/** So long before its end it is told: somebody may have to travel to the receiver. */
export const ENDING_MS = 30 * DAY_MS
/** What can be typed of a fingerprint to say which one is meant. */
const LEAST_DIGITS = 8

export interface Certificate {
  /** SHA-256, in lower case and without colons. */
  readonly fingerprint: string
  readonly source: Which
  readonly validFrom: Date
  readonly validUntil: Date
}

export interface StationCertificate extends Certificate {
  /** What it calls itself; nobody vouches for it. */
  readonly subject: string
  readonly addedAt: Date
}

export type CertificateState = 'early' | 'valid' | 'ending' | 'ended'

export function certificateStateAt({ validFrom, validUntil }: Certificate, now: Date): CertificateState {
  if (now < validFrom) return 'early'
  const leftMs = validUntil.getTime() - now.getTime()
  if (leftMs < 0) return 'ended'
  return leftMs < ENDING_MS ? 'ending' : 'valid'
}

const FLAWS = { early: 'certificate_early', valid: null, ending: null, ended: 'certificate_ended' } as const

/** Why nobody is let in with it now; null: somebody is. */
const flawAt = (certificate: Certificate, now: Date) => FLAWS[certificateStateAt(certificate, now)]

export const isInForce = (certificate: Certificate, now: Date): boolean => flawAt(certificate, now) === null

/** Which sources have one with which they are let in now. */
export const provenSources = (certificates: readonly Certificate[], now: Date): ReadonlySet<Which> =>
  new Set(certificates.filter((one) => isInForce(one, now)).map(({ source }) => source))

/** As OpenSSL prints it. */
export const fingerprintText = (fingerprint: string): string => fingerprint.toUpperCase().replace(/(..)(?!$)/g, '$1:')

/** As we keep it. */
export const fingerprintIn = (text: string): string => text.replace(/[:\s]/g, '').toLowerCase()

/** Whether this is what somebody typed of it: whole or its beginning, with colons or without. */
export function isMeant({ fingerprint }: Pick<Certificate, 'fingerprint'>, typed: string): boolean {
  const digits = fingerprintIn(typed)
  return digits.length >= LEAST_DIGITS && fingerprint.startsWith(digits)
}

/** What sources of a station have to show beside their passwords. */
export interface PushRule {
  /** False: a certificate is enough, and so is the password. */
  readonly isRequired: boolean
  readonly certificates: readonly Certificate[]
}
/** By station; of those that have certificates, or need them. */
export type PushRules = ReadonlyMap<number, PushRule>

export const NO_RULE: PushRule = { isRequired: false, certificates: [] }

export type PushRefusal =
  | 'bad_password'
  | 'certificate_needed'
  | 'certificate_unknown'
  | 'certificate_ended'
  | 'certificate_early'

/** `certificate`: with which one it is let in; null: with the password alone. */
export type PushAdmission =
  | { readonly refusal: null; readonly which: Which; readonly certificate: string | null; readonly byPassword: boolean }
  | { readonly refusal: PushRefusal }

/** What somebody who wants to push has shown; null: nothing of the kind. */
export interface Shown {
  readonly password: string | null
  readonly certificate: string | null
}

/**
 * Which source it is, or why it is none. Where a certificate is required, the password is looked at only beside a right one: of a stolen
 * password nobody learns at our door whether it is right. `opens`: which source has this password.
 */
export function judgePush(
  { isRequired, certificates }: PushRule,
  { password, certificate }: Shown,
  opens: (password: string) => Which | null,
  now: Date,
): PushAdmission {
  const pinned = certificates.find(({ fingerprint }) => fingerprint === certificate)
  const flaw =
    certificate === null ? 'certificate_needed' : pinned === undefined ? 'certificate_unknown' : flawAt(pinned, now)
  if (isRequired && flaw !== null) return { refusal: flaw }
  const which = password === null ? null : opens(password)
  if (flaw === null) {
    const { source } = pinned!
    // Also where the certificate is enough: who sends both goes on when both are needed.
    const byPassword = which === source
    return isRequired && !byPassword
      ? { refusal: 'bad_password' }
      : { refusal: null, which: source, certificate, byPassword }
  }
  if (which !== null) return { refusal: null, which, certificate: null, byPassword: true }
  return { refusal: certificate === null || (password !== null && !pinned) ? 'bad_password' : flaw }
}

/** Whether who was let in with this would be let in with it now; whether its password is still the one is not known here. */
export function mayGoOn(
  { isRequired, certificates }: PushRule,
  which: Which,
  { password, certificate }: Shown,
  now: Date,
): boolean {
  if (isRequired && (password === null || certificate === null)) return false
  if (certificate === null) return true
  return certificates.some((one) => one.fingerprint === certificate && one.source === which && isInForce(one, now))
}
