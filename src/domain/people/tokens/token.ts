// Access tokens: `vrt_` or, for tests, `vrt_test_`; 30 random base62 characters; 6 base62 characters of CRC-32 over
// everything before. The checksum rejects mistyped and invented tokens without a database query, and lets secret
// scanners recognise leaked ones.
import { crc32 } from 'node:zlib'

const PREFIX = 'vrt_'
const TEST_PREFIX = 'vrt_test_'
const BODY = 30
const CHECK = 6
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = new RegExp(`^(${PREFIX}|${TEST_PREFIX})[0-9A-Za-z]{${BODY + CHECK}}$`)

/**
 * `webhooks`: manages webhooks only. `import`: may set passwords that another system issued. `archivo`: orders RINEX
 * files.
 */
export const SCOPES = ['read', 'provision', 'revoke', 'webhooks', 'import', 'archivo'] as const
export type Scope = (typeof SCOPES)[number]

/** Restrictions on top of the scopes: no passwords (or links that show them), no webhooks. */
export const TOKEN_LIMITS = ['no_passwords', 'no_webhooks'] as const
export type TokenLimit = (typeof TOKEN_LIMITS)[number]

type Rights = Pick<Token, 'scopes' | 'limits'>

/** True if the token manages webhooks only by the scope `read`, which includes them unless `no_webhooks` is set. */
export const managesWebhooksByRead = ({ scopes, limits }: Rights): boolean =>
  scopes.includes('read') && !scopes.includes('webhooks') && !limits.includes('no_webhooks')

/** Limits of the token when webhooks require the scope `webhooks`. */
export const limitsByScope = (rights: Rights): readonly TokenLimit[] =>
  managesWebhooksByRead(rights) ? [...rights.limits, 'no_webhooks'] : rights.limits

export const TOKEN_STATES = ['valid', 'expired', 'revoked'] as const
export type TokenState = (typeof TOKEN_STATES)[number]

export interface Token {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly limits: readonly TokenLimit[]
  /** Test token: its credentials open nothing, and it sees no real ones. */
  readonly isTest: boolean
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  /** False if the owner has no quotas to check when issuing; undefined if unknown. */
  readonly ownerHasQuota?: boolean
}

/**
 * A token as used by a request. `ownerId` owns the credentials, orders and webhooks the token creates and sees; for a
 * test token this is the test space, so code that ignores tests never shows real rows. `organisationId` owns the
 * products and quotas, for real and test tokens alike.
 */
export interface BearerToken extends Token {
  readonly organisationId: number
}

export const makeToken = (randomBase62: (length: number) => string, isTest = false): string => {
  const body = (isTest ? TEST_PREFIX : PREFIX) + randomBase62(BODY)
  return body + checksum(body)
}

export function isWellFormed(token: string): boolean {
  return FORM.test(token) && checksum(token.slice(0, -CHECK)) === token.slice(-CHECK)
}

export const isUsable = ({ revokedAt, expiresAt }: Token, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

function checksum(text: string): string {
  let value = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECK; place++) {
    digits = DIGITS[value % 62] + digits
    value = Math.floor(value / 62)
  }
  return digits
}
