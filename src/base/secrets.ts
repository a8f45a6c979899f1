// Random values, hashing, encryption. Ciphertext: 1 byte version, 4 bytes key id, 12 bytes IV, data, 16 bytes tag.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const VERSION = 1
const HEADER = 5
const IV = 12
const TAG = 16
const DERIVED_KEY_BYTES = 32

/** Lower case and digits without look-alikes (no 0/o, 1/l/i), because people type them on field controllers. */
const TYPEABLE = 'abcdefghjkmnpqrstuvwxyz23456789'
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer')

/** Random bytes are fetched in bulk: one call per code or IV would cost more than its use. */
let pool = Buffer.alloc(0)
let used = 0

function takeRandom(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(8192)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

export function randomCode(length: number, alphabet: string = TYPEABLE): string {
  // Rejects bytes above the largest multiple, so that every character is equally likely.
  const limit = 256 - (256 % alphabet.length)
  let code = ''
  while (code.length < length) {
    for (const byte of takeRandom(length - code.length)) if (byte < limit) code += alphabet[byte % alphabet.length]
  }
  return code
}

export interface Key {
  readonly id: string
  /** A KeyObject, because OpenSSL would prepare raw bytes again for each message, which takes eight times as long. */
  readonly secret: KeyObject
}

/** The first key encrypts; all of them decrypt. */
export class KeyRing {
  readonly current: Key
  readonly #header: Buffer
  readonly #byId: ReadonlyMap<string, Key>

  constructor(keys: readonly Key[]) {
    if (!keys[0]) throw new KeyError('no encryption key')
    this.current = keys[0]
    this.#header = Buffer.concat([Buffer.of(VERSION), Buffer.from(this.current.id, 'hex')])
    this.#byId = new Map(keys.map((key) => [key.id, key]))
  }

  knows(id: string): boolean {
    return this.#byId.has(id)
  }

  secretOf(id: string): KeyObject | undefined {
    return this.#byId.get(id)?.secret
  }

  /** Keys for another purpose, one per key of this ring, with the same ids. They reveal nothing about their origin. */
  derive(purpose: string): KeyRing {
    return new KeyRing(
      Array.from(this.#byId.values(), ({ id, secret }) => ({
        id,
        secret: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, DERIVED_KEY_BYTES))),
      })),
    )
  }

  /** `context` identifies the row of the secret: a ciphertext that is moved to another row does not decrypt. */
  encrypt(plain: string, context: string): Buffer {
    const iv = takeRandom(IV)
    const cipher = createCipheriv('aes-256-gcm', this.current.secret, iv).setAAD(Buffer.from(context))
    const data = cipher.update(plain, 'utf8')
    cipher.final()
    return Buffer.concat([this.#header, iv, data, cipher.getAuthTag()])
  }

  decrypt(sealed: Buffer, context: string): string {
    if (sealed[0] !== VERSION)
      throw new KeyError(`a ciphertext of version ${sealed[0]}, which this release does not know`)
    const key = this.#byId.get(keyIdOf(sealed))
    if (!key) throw new KeyError(`encryption key ${keyIdOf(sealed)} is missing`)
    const iv = sealed.subarray(HEADER, HEADER + IV)
    const decipher = createDecipheriv('aes-256-gcm', key.secret, iv, { authTagLength: TAG })
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(sealed.length - TAG))
    const data = decipher.update(sealed.subarray(HEADER + IV, sealed.length - TAG))
    decipher.final() // throws if the tag does not match; returns no data
    return data.toString('utf8')
  }
}

export class KeyError extends Error {}

export const keyIdOf = (sealed: Buffer): string => sealed.toString('hex', 1, HEADER)

export const newKey = (): string => randomBytes(32).toString('base64')

/** Comma-separated base64 keys of 32 bytes. A key's id is the start of its hash, so keys need no names. */
export function parseKeys(text: string): KeyRing {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => {
      const bytes = Buffer.from(part, 'base64')
      if (bytes.length !== 32 || bytes.toString('base64').replace(/=+$/, '') !== part.replace(/=+$/, '')) {
        throw new KeyError('every encryption key must be 32 bytes in base64 ("vertice keys generate" makes one)')
      }
      return { id: sha256(bytes).toString('hex', 0, 4), secret: createSecretKey(bytes) }
    })
  return new KeyRing(keys)
}
