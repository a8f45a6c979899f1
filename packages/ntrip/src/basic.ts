// Basic credentials, RFC 7617.
import { isUtf8 } from 'node:buffer'

/** User name and password of a client. A rev1 source sends only a password; its username is empty. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

const BASIC = /^basic[ \t]+([A-Za-z0-9+/]+={0,2})$/i

/** Parses an Authorization header; `null` if it has no valid Basic credentials. */
export function readBasic(header: string): Credentials | null {
  const encoded = BASIC.exec(header)?.[1]
  const text = encoded === undefined ? null : readText(Buffer.from(encoded, 'base64'))
  if (text === null) return null
  // Section 2: the username ends at the first colon; the password may contain colons.
  const colon = text.indexOf(':')
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

export const writeBasic = ({ username, password }: Credentials) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/**
 * Decodes UTF-8, or Latin-1 for equipment that sends no UTF-8. `null` for control characters, which section 2 forbids.
 */
export function readText(bytes: Buffer): string | null {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  return /\p{Cc}/u.test(text) ? null : text
}
