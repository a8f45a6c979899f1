// Client certificates of stations that push over TLS, identified by fingerprint. Self-signed ones are accepted, so no
// certificate authority is needed.
import { DAY_MS } from '../time/units.ts'
import type { Which } from './standby.ts'

/** Per source: the current certificate and its successor. */
export const MOST_CERTIFICATES = 2
/** Warning period before expiry; replacing a certificate may require a trip to the receiver. */
export const ENDING_MS = 30 * DAY_MS
/** Min digits that identify a typed fingerprint. */
const LEAST_DIGITS = 8

export interface Certificate {
  /** SHA-256, lowercase, without colons. */
  readonly fingerprint: string
  readonly source: Which
  readonly validFrom: Date
  readonly validUntil: Date
}

export interface StationCertificate extends Certificate {
  /** Subject of the certificate; not verified by any authority. */
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

/** Why the certificate is rejected now; `null` if it is accepted. */
const flawAt = (certificate: Certificate, now: Date) => FLAWS[certificateStateAt(certificate, now)]

export const isInForce = (certificate: Certificate, now: Date): boolean => flawAt(certificate, now) === null

/** Sources that have a certificate in force. */
export const provenSources = (certificates: readonly Certificate[], now: Date): ReadonlySet<Which> =>
  new Set(certificates.filter((one) => isInForce(one, now)).map(({ source }) => source))

/** Formats like OpenSSL. */
export const fingerprintText = (fingerprint: string): string => fingerprint.toUpperCase().replace(/(..)(?!$)/g, '$1:')

/** Normalizes to the stored form. */
export const fingerprintIn = (text: string): string => text.replace(/[:\s]/g, '').toLowerCase()

/** Matches a typed fingerprint: complete or a prefix, with or without colons. */
export function isMeant({ fingerprint }: Pick<Certificate, 'fingerprint'>, typed: string): boolean {
  const digits = fingerprintIn(typed)
  return digits.length >= LEAST_DIGITS && fingerprint.startsWith(digits)
}

export interface PushRule {
  /** If false, either a certificate or the password is sufficient. */
  readonly isRequired: boolean
  readonly certificates: readonly Certificate[]
}
/** By station id; only stations with certificates or a requirement. */
export type PushRules = ReadonlyMap<number, PushRule>

export const NO_RULE: PushRule = { isRequired: false, certificates: [] }

export type PushRefusal =
  | 'bad_password'
  | 'certificate_needed'
  | 'certificate_unknown'
  | 'certificate_ended'
  | 'certificate_early'

/** `certificate`: fingerprint that admitted the source; `null` if the password alone did. */
export type PushAdmission =
  | { readonly refusal: null; readonly which: Which; readonly certificate: string | null; readonly byPassword: boolean }
  | { readonly refusal: PushRefusal }

/** Proofs that a pushing client presented; `null` if absent. */
export interface Shown {
  readonly password: string | null
  readonly certificate: string | null
}

/**
 * Identifies the source of a push, or rejects it. If a certificate is required, the password is checked only together
 * with a valid one, so an attacker cannot test a stolen password. `opens` returns the source that has the password.
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
    // Also recorded if the certificate suffices: a client that sends both stays connected when both become required.
    const byPassword = which === source
    return isRequired && !byPassword
      ? { refusal: 'bad_password' }
      : { refusal: null, which: source, certificate, byPassword }
  }
  if (which !== null) return { refusal: null, which, certificate: null, byPassword: true }
  return { refusal: certificate === null || (password !== null && !pinned) ? 'bad_password' : flaw }
}

/** Whether a connected push would still be admitted. Does not check that the password is unchanged. */
export function mayStayConnected(
  { isRequired, certificates }: PushRule,
  which: Which,
  { password, certificate }: Shown,
  now: Date,
): boolean {
  if (isRequired && (password === null || certificate === null)) return false
  if (certificate === null) return true
  return certificates.some((one) => one.fingerprint === certificate && one.source === which && isInForce(one, now))
}
