// Access tokens: `vrt_` or, of one for tests, `vrt_test_`; 30 random base62 characters; 6 of CRC-32 in base62 over everything before. The
// checksum lets a mistyped or invented token be refused without asking the database, and lets secret scanners recognise a leaked one.
import { crc32 } from 'node:zlib'

const PREFIX = 'vrt_'
const TEST_PREFIX = 'vrt_test_'
const BODY = 30
const CHECK = 6
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = new RegExp(`^(${PREFIX}|${TEST_PREFIX})[0-9A-Za-z]{${BODY + CHECK}}$`)

/** `webhooks`: manages webhooks and nothing else. `import`: may bring passwords along that were given out elsewhere. */
export const SCOPES = ['read', 'provision', 'revoke', 'webhooks', 'import'] as const
export type Scope = (typeof SCOPES)[number]

/** What a token may not do although its scopes would let it: see passwords and the links that show them, touch webhooks. */
export const TOKEN_LIMITS = ['no_passwords', 'no_webhooks'] as const
export type TokenLimit = (typeof TOKEN_LIMITS)[number]

type Rights = Pick<Token, 'scopes' | 'limits'>

/** The scope `read` includes webhooks, unless the token was created without them. */
export const managesWebhooksByRead = ({ scopes, limits }: Rights): boolean =>
  scopes.includes('read') && !scopes.includes('webhooks') && !limits.includes('no_webhooks')

/** The limits of a token that manages webhooks only if it has the scope `webhooks`. */
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
  /** Made for tests: what it makes opens nothing, and it sees nothing else. */
  readonly isTest: boolean
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  /** Its owner may not issue as much as it likes; left out: somebody should look. */
  readonly ownerHasQuota?: boolean
}

/**
 * A token as it asks. `ownerId` says whose credentials, orders and webhooks it makes and sees: of a test token those of the test space, so that
 * whoever forgets that there are tests shows none of the real ones. `organisationId` says whose products and quotas it works with, either way.
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
