// Access tokens: `vrt_`, 30 random base62 characters, 6 of CRC-32 in base62. The checksum lets a mistyped or invented
// token be refused without asking the database, and lets secret scanners recognise a leaked one.
import { crc32 } from 'node:zlib'

const PREFIX = 'vrt_'
const BODY = 30
const CHECK = 6
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${BODY + CHECK}}$`)

export const SCOPES = ['read', 'provision', 'revoke'] as const
export type Scope = (typeof SCOPES)[number]

/** What a token may not do although its scopes would let it: see passwords and the links that show them, touch webhooks. */
export const TOKEN_LIMITS = ['no_passwords', 'no_webhooks'] as const
export type TokenLimit = (typeof TOKEN_LIMITS)[number]

export const TOKEN_STATES = ['valid', 'expired', 'revoked'] as const
export type TokenState = (typeof TOKEN_STATES)[number]

export interface Token {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly limits: readonly TokenLimit[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
}

export const makeToken = (randomBase62: (length: number) => string): string => {
  const body = PREFIX + randomBase62(BODY)
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
