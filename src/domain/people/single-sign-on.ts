// Single sign-on: what the provider tells about somebody, and what follows from it here.
import { isEmailAddress } from '../text/email-address.ts'
import { oneLine } from '../text/plain-text.ts'
import { MINUTE_MS } from '../time/units.ts'
import { ROLES, type Role } from './user.ts'

/** What the operator set. */
export interface SsoRules {
  /** Where the provider says what somebody may do: a name, or a path such as `realm_access.roles`. */
  readonly roleClaim: string
  readonly roles: readonly { readonly value: string; readonly role: Role }[]
  /** Where it says whose things a reseller sees; null: nobody comes in as a reseller. */
  readonly ownerClaim: string | null
  /** Somebody with an account here is recognised by an address that the provider has verified. */
  readonly linkByEmail: boolean
  /** `claim`: a second factor counts if the provider says it was shown (`amr`). `always`: it asks for one, and need not say so. */
  readonly providerFactor: 'claim' | 'always'
}

/** What has to come back as it was sent out. */
export interface SsoChecks {
  readonly state: string
  readonly nonce: string
  /** RFC 7636: of which the provider has the hash. */
  readonly verifier: string
}

/** Told and signed by the provider. */
export interface SsoProof {
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
  readonly idToken: string
}
type Claims = Readonly<Record<string, unknown>>

/** Why an answer of the provider is not good enough. */
export type SsoFailure = 'not_begun' | 'refused' | 'not_valid' | 'somebody_else' | 'not_asked_again'

/** Why somebody whom the provider knows does not get in. */
export type SsoNoEntry = 'no_role' | 'no_owner' | 'no_email' | 'email_taken' | 'disabled'

export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Null: it tells none. */
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string
  /** Null: none that the operator named. */
  readonly role: Role | null
  /** Of a reseller; null: it tells none. */
  readonly ownerName: string | null
  readonly factorShown: boolean
  /** When they last showed the provider who they are; null: it does not say. */
  readonly authenticatedAt: Date | null
}

/** Long enough to call somebody and have them sign in; short enough that nobody else hears of it. */
export const EXPECTED_MINUTES = 15

/** Of whom the operator expects from the provider: so long their address is enough, whatever the settings and the provider say of it. */
export const expectedUntil = (now: Date): Date => new Date(now.getTime() + EXPECTED_MINUTES * MINUTE_MS)

const LONGEST_NAME = 120

export function identityIn({ issuer, subject, claims }: SsoProof, rules: SsoRules, now: Date): Identity {
  // Not every provider has an address for everybody; what they sign in with there is often one.
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

/** The first of ours that any of theirs stands for. An address counts only if it was verified: otherwise anybody could claim it. */
function roleIn(claims: Claims, { roleClaim, roles }: SsoRules): Role | null {
  if (roleClaim === 'email' && claims.email_verified !== true) return null
  const told = new Set(textsAt(claims, roleClaim))
  const given = new Set(roles.filter(({ value }) => told.has(value)).map(({ role }) => role))
  return ROLES.find((role) => given.has(role)) ?? null
}

/** Whether an ID token says all that is asked of it here: many are short, and the userinfo endpoint tells the rest. */
export function tellsEnough(told: Claims, rules: SsoRules): boolean {
  const { roleClaim, ownerClaim, linkByEmail } = rules
  if (textsAt(told, roleClaim).length === 0 || typeof told.email !== 'string') return false
  const asksIfVerified = linkByEmail || roleClaim === 'email'
  if (asksIfVerified && typeof told.email_verified !== 'boolean') return false
  return ownerClaim === null || roleIn(told, rules) !== 'reseller' || textsAt(told, ownerClaim).length > 0
}

/** What both tell is the ID token's. Whether an address was verified is said of the one beside it, and of no other. */
export function withUserInfo(told: Claims, { email_verified, ...more }: Claims): Claims {
  const isOfSameAddress = told.email === undefined || told.email === more.email
  return { ...more, ...(isOfSameAddress && { email_verified }), ...told }
}

/** A text, or several. Some providers have dots in their names, so a name is looked for before a path. */
export function textsAt(claims: Claims, path: string): readonly string[] {
  const found = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce(within, claims)
  return [found].flat().filter((text): text is string => typeof text === 'string')
}

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined

/** RFC 8176, 2. */
const HAD = ['otp', 'sms', 'tel', 'hwk', 'swk', 'sc', 'pop']
const KNOWN_OR_BEEN = ['pwd', 'pin', 'kba', 'fpt', 'face', 'iris', 'retina', 'vbm']

/** Something they have and something they know or are; `mfa` says just that. */
const tellsOfTwoFactors = (methods: readonly string[]): boolean =>
  methods.includes('mfa') || [HAD, KNOWN_OR_BEEN].every((kind) => methods.some((method) => kind.includes(method)))

/** Their clock may be ahead of ours: nobody was there later than now. */
const momentOf = (seconds: unknown, now: Date): Date | null =>
  typeof seconds === 'number' && seconds > 0 ? new Date(Math.min(seconds * 1000, now.getTime())) : null

/** Asked to sign in again, they did: clocks differ by as much as this. */
const CLOCKS_DIFFER_MS = 30_000

export const showedThemselvesSince = ({ authenticatedAt }: Identity, since: Date): boolean =>
  authenticatedAt !== null && authenticatedAt.getTime() >= since.getTime() - CLOCKS_DIFFER_MS
