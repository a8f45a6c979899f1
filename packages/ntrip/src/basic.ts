// Basic credentials, RFC 7617.
import { isUtf8 } from 'node:buffer'

/** What a client says it is. A rev1 source gives a password only; its username is empty. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

const BASIC = /^basic[ \t]+([A-Za-z0-9+/]+={0,2})$/i

/** The credentials in an Authorization header; null when it holds none that can be read. */
export function readBasic(header: string): Credentials | null {
  const encoded = BASIC.exec(header)?.[1]
  const text = encoded === undefined ? null : readText(Buffer.from(encoded, 'base64'))
  if (text === null) return null
  // Section 2: the username ends at the first colon, and the password may hold more of them.
  const colon = text.indexOf(':')
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

export const writeBasic = ({ username, password }: Credentials) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** UTF-8, or Latin-1 from the equipment that knows no other. Section 2: control characters are forbidden. */
export function readText(bytes: Buffer): string | null {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  return /\p{Cc}/u.test(text) ? null : text
}
