// Single sign-on: interprets the provider's claims about a user.
import { isEmailAddress } from '../text/email-address.ts'
import { oneLine } from '../text/plain-text.ts'
import { MINUTE_MS } from '../time/units.ts'
import { ROLES, type Role } from './user.ts'

export interface SsoRules {
  /** Claim with the user's roles: a name, or a path such as `realm_access.roles`. */
  readonly roleClaim: string
  readonly roles: readonly { readonly value: string; readonly role: Role }[]
  /** Claim with the owner of a reseller; `null` if resellers cannot use SSO. */
  readonly ownerClaim: string | null
  /** Links an existing user by an e-mail address that the provider has verified. */
  readonly linkByEmail: boolean
  /** `claim`: trust `amr` for the second factor. `always`: the provider always requires one. */
  readonly providerFactor: 'claim' | 'always'
}

/** Values of the request that the response must match. */
export interface SsoChecks {
  readonly state: string
  readonly nonce: string
  /** PKCE code verifier (RFC 7636); the provider has its hash. */
  readonly verifier: string
}

/** Validated, signed response of the provider. */
export interface SsoProof {
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
  readonly idToken: string
}
type Claims = Readonly<Record<string, unknown>>

export type SsoFailure = 'not_begun' | 'refused' | 'not_valid' | 'somebody_else' | 'not_asked_again'

export type SsoNoEntry = 'no_role' | 'no_owner' | 'no_email' | 'email_taken' | 'disabled'

export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** `null` if the provider reports none. */
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string
  /** `null` if no claim maps to a role. */
  readonly role: Role | null
  /** Owner of a reseller; `null` if the provider reports none. */
  readonly ownerName: string | null
  readonly factorShown: boolean
  /** When the user last authenticated at the provider; `null` if not reported. */
  readonly authenticatedAt: Date | null
}

/** Long enough to call a user and have them sign in, short enough that an attacker does not learn of the window. */
export const EXPECTED_MINUTES = 15

/** End of the window in which an expected user is linked by e-mail address alone, verified or not. */
export const expectedUntil = (now: Date): Date => new Date(now.getTime() + EXPECTED_MINUTES * MINUTE_MS)

const LONGEST_NAME = 120

export function identityIn({ issuer, subject, claims }: SsoProof, rules: SsoRules, now: Date): Identity {
  // Not every provider reports an e-mail address; the user name is often one.
  const email = [claims.email, claims.preferred_username, claims.upn].find(
    (told): told is string => typeof told === 'string' && isEmailAddress(told),
  )
  const role = roleIn(claims, rules)
  const name = typeof claims.name === 'string' ? oneLine(claims.name).slice(0, LONGEST_NAME).trim() : ''
  return {
    issuer,
    subject,
    email: email ?? null,
    emailVerified: email === claims.email && claims.email_verified === true,
    name: name || email?.split('@')[0] || subject.slice(0, LONGEST_NAME),
    role,
    ownerName: role === 'reseller' && rules.ownerClaim !== null ? (textsAt(claims, rules.ownerClaim)[0] ?? null) : null,
    factorShown: rules.providerFactor === 'always' || tellsOfTwoFactors(textsAt(claims, 'amr')),
    authenticatedAt: momentOf(claims.auth_time, now),
  }
}

/** First role of ours that a claim maps to. An unverified e-mail address never counts: anyone could claim it. */
function roleIn(claims: Claims, { roleClaim, roles }: SsoRules): Role | null {
  if (roleClaim === 'email' && claims.email_verified !== true) return null
  const told = new Set(textsAt(claims, roleClaim))
  const given = new Set(roles.filter(({ value }) => told.has(value)).map(({ role }) => role))
  return ROLES.find((role) => given.has(role)) ?? null
}

/** True if the ID token has all required claims. Many are short and need the userinfo endpoint. */
export function hasRequiredClaims(told: Claims, rules: SsoRules): boolean {
  const { roleClaim, ownerClaim, linkByEmail } = rules
  if (textsAt(told, roleClaim).length === 0 || typeof told.email !== 'string') return false
  const asksIfVerified = linkByEmail || roleClaim === 'email'
  if (asksIfVerified && typeof told.email_verified !== 'boolean') return false
  return ownerClaim === null || roleIn(told, rules) !== 'reseller' || textsAt(told, ownerClaim).length > 0
}

/** The ID token takes precedence. `email_verified` applies only to the address it came with. */
export function withUserInfo(told: Claims, { email_verified, ...more }: Claims): Claims {
  const isOfSameAddress = told.email === undefined || told.email === more.email
  return { ...more, ...(isOfSameAddress && { email_verified }), ...told }
}

/** Texts at a name or path. The whole name is tried first, since some claim names contain dots. */
export function textsAt(claims: Claims, path: string): readonly string[] {
  const found = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce(within, claims)
  return [found].flat().filter((text): text is string => typeof text === 'string')
}

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined

/** Authentication method values of RFC 8176, 2. */
const HAD = ['otp', 'sms', 'tel', 'hwk', 'swk', 'sc', 'pop']
const KNOWN_OR_BEEN = ['pwd', 'pin', 'kba', 'fpt', 'face', 'iris', 'retina', 'vbm']

/** A possession factor plus a knowledge or biometric factor; `mfa` states both. */
const tellsOfTwoFactors = (methods: readonly string[]): boolean =>
  methods.includes('mfa') || [HAD, KNOWN_OR_BEEN].every((kind) => methods.some((method) => kind.includes(method)))

/** Clamped to now: the provider's clock may be ahead. */
const momentOf = (seconds: unknown, now: Date): Date | null =>
  typeof seconds === 'number' && seconds > 0 ? new Date(Math.min(seconds * 1000, now.getTime())) : null

/** Tolerance between the clocks when checking that the user authenticated again. */
const CLOCKS_DIFFER_MS = 30_000

export const authenticatedSince = ({ authenticatedAt }: Identity, since: Date): boolean =>
  authenticatedAt !== null && authenticatedAt.getTime() >= since.getTime() - CLOCKS_DIFFER_MS
