// Is a delivery genuine? Both of its signatures, in constant time (SubtleCrypto compares so).
import type { WebhookEvent } from './schema.ts'

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: 'no_signature' | 'wrong_signature' | 'wrong_time' | 'not_an_event'

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface VerifyOptions {
  /**
   * Which signature must hold. `standard`, unless told: that of Standard Webhooks, which also tells when it was sent, so that a recorded
   * delivery cannot be sent again later. `service`: `X-Service-Signature`, where something on the way takes the other headers away.
   */
  readonly signature?: 'standard' | 'service'
  /** How many seconds a delivery's time may be away from now; 300 unless told. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const PREFIX = 'whsec_'
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/**
 * The event of a delivery, or a WebhookVerificationError. `body` is the raw body as it arrived, `secret` what
 * `webhooks.create` gave, all of it; several while one replaces another.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { signature = 'standard', toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || !secrets.every((one) => one.startsWith(PREFIX)))
    throw new TypeError(`a secret begins with ${PREFIX}: give it as the service showed it`)
  const header = readerOf(headers)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body as ArrayBuffer)
  if (signature === 'standard') await verifyStandard(bytes, header, secrets, toleranceSeconds, now)
  else await verifyService(bytes, header, secrets)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new WebhookVerificationError('not_an_event', 'The body is not JSON.')
  }
}

/** Never of shared memory, which cannot be signed. */
type Bytes = Uint8Array<ArrayBuffer>
type HeaderReader = (name: string) => string | null

async function verifyStandard(
  body: Bytes,
  header: HeaderReader,
  secrets: readonly string[],
  toleranceSeconds: number,
  now: Date,
): Promise<void> {
  const [id, seconds, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  if (!id || !seconds || !given) throw missing('webhook-id, webhook-timestamp and webhook-signature')
  // Before the signature: what makes no sense as a time is not worth a computation.
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds)
    throw new WebhookVerificationError('wrong_time', 'It was sent too long ago, or a clock is wrong.')
  const signatures = given.split(' ').flatMap((one) => (one.startsWith('v1,') ? [fromBase64(one.slice(3))] : []))
  const message = joined(new TextEncoder().encode(`${id}.${seconds}.`), body)
  await verifyAny(
    secrets.map((secret) => fromBase64(secret.slice(PREFIX.length))),
    signatures,
    message,
  )
}

/** A secret that was replaced signs for a day in a header of its own. */
async function verifyService(body: Bytes, header: HeaderReader, secrets: readonly string[]): Promise<void> {
  const given = ['x-service-signature', 'x-service-signature-previous'].map(header)
  if (!given[0]) throw missing('X-Service-Signature')
  await verifyAny(
    secrets.map((secret) => new TextEncoder().encode(secret)),
    given.flatMap((one) => (one ? [fromHex(one)] : [])),
    body,
  )
}

async function verifyAny(
  keys: readonly (Bytes | null)[],
  signatures: readonly (Bytes | null)[],
  message: Bytes,
): Promise<void> {
  for (const bytes of keys) {
    if (!bytes || bytes.length === 0) throw new TypeError('the secret is not whole: give it as the service showed it')
    const key = await crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify'])
    for (const signature of signatures) {
      if (!signature) continue
      if (await crypto.subtle.verify(HMAC, key, signature, message)) return
    }
  }
  throw new WebhookVerificationError(
    'wrong_signature',
    'The signature does not fit: another secret, or not the bytes that were sent.',
  )
}

const missing = (names: string) => new WebhookVerificationError('no_signature', `${names} did not come.`)

function readerOf(headers: WebhookHeaders): HeaderReader {
  if (headers instanceof Headers) return (name) => headers.get(name)
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = byName.get(name)
    return typeof value === 'string' ? value : (value?.[0] ?? null)
  }
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

/** null: not `sha256=` and 64 digits. */
function fromHex(text: string): Bytes | null {
  const [, digits] = /^sha256=([0-9a-f]{64})$/.exec(text) ?? []
  return digits ? Uint8Array.from(digits.match(/../g)!, (pair) => Number.parseInt(pair, 16)) : null
}

function joined(first: Bytes, second: Bytes): Bytes {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
