// Single sign-on for the console by OpenID Connect: the provider, and the mapping of users to roles.
import { isIP } from 'node:net'
import { ConfigError, decoded, isTrue, list, oneOf } from '../values.ts'

const ROLES = ['administrator', 'operator', 'viewer', 'reseller'] as const

export interface SingleSignOnConfig {
  readonly issuer: string
  readonly clientId: string
  /** `null` for a public client. */
  readonly clientSecret: string | null
  readonly scopes: readonly string[]
  readonly roleClaim: string
  readonly roles: readonly { readonly value: string; readonly role: (typeof ROLES)[number] }[]
  readonly ownerClaim: string | null
  readonly linkByEmail: boolean
  readonly providerFactor: 'claim' | 'always'
}

type Text = (name: string) => string | null

/** `null` if not configured. Settings that need each other are rejected if one is missing. */
export function singleSignOn(text: Text): SingleSignOnConfig | null {
  const issuerUrl = text('OIDC_ISSUER')
  const clientId = text('OIDC_CLIENT_ID')
  const clientSecret = text('OIDC_CLIENT_SECRET')
  const scopes = (text('OIDC_SCOPES') ?? 'openid email profile').split(/[\s,]+/)
  const roleClaim = text('OIDC_ROLE_CLAIM') ?? 'groups'
  const mapping = text('OIDC_ROLES')
  const ownerClaim = text('OIDC_OWNER_CLAIM')
  const linkByEmail = isTrue('OIDC_LINK_BY_EMAIL', text('OIDC_LINK_BY_EMAIL') ?? 'false')
  const providerFactor = oneOf('OIDC_SECOND_FACTOR', text('OIDC_SECOND_FACTOR') ?? 'claim', ['claim', 'always'])
  if (issuerUrl === null) {
    if (clientId !== null) throw new ConfigError('OIDC_CLIENT_ID: expected only together with OIDC_ISSUER')
    return null
  }
  if (clientId === null) throw new ConfigError('OIDC_CLIENT_ID: expected the id of this client at the provider')
  if (!scopes.includes('openid'))
    throw new ConfigError(`OIDC_SCOPES: expected the scope openid in the list, got "${scopes.join(' ')}"`)
  const given = rolesIn(mapping)
  if (given.some(({ role }) => role === 'reseller') && ownerClaim === null)
    throw new ConfigError(
      'OIDC_OWNER_CLAIM: expected the claim with the organization of a reseller, because OIDC_ROLES maps to reseller',
    )
  return {
    issuer: issuer(issuerUrl),
    clientId,
    clientSecret,
    scopes,
    roleClaim,
    roles: given,
    ownerClaim,
    linkByEmail,
    providerFactor,
  }
}

/** Requires https except on loopback: an attacker on the network could impersonate any user. */
function issuer(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && !url.search && !url.hash && !url.username && !url.password) {
    if (url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url.hostname))) return value
  }
  throw new ConfigError(`OIDC_ISSUER: expected an address such as https://login.example.mx/realms/rtk, got "${value}"`)
}

function isHere(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || (isIP(name) === 4 && name.startsWith('127.')) || name === '::1'
}

function rolesIn(mapping: string | null) {
  const expected = `expected pairs such as vertice-admins=administrator,surveyors=viewer, with ${ROLES.join(', ')}`
  const pairs = list(mapping ?? '').map((pair) => {
    // The last "=", because directory names (LDAP) contain some themselves.
    const at = pair.lastIndexOf('=')
    const value = decoded(pair.slice(0, at).trim())
    const role = ROLES.find((known) => known === pair.slice(at + 1).trim())
    if (at < 1 || !value || !role) throw new ConfigError(`OIDC_ROLES: ${expected}, got "${pair}"`)
    return { value, role }
  })
  if (pairs.length === 0) throw new ConfigError(`OIDC_ROLES: ${expected}; without it no user could sign in`)
  return pairs
}

/** Passwords can be disabled only with single sign-on. */
export function localLogin(value: string | null, sso: SingleSignOnConfig | null): boolean {
  const on = isTrue('LOCAL_LOGIN', value ?? 'true')
  if (!on && sso === null) throw new ConfigError('LOCAL_LOGIN: false is only allowed together with OIDC_ISSUER')
  return on
}
