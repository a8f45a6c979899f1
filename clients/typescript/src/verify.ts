// Verifies the signatures of a webhook delivery in constant time (SubtleCrypto compares so).
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
   * The signature to verify. `standard` (default) is that of Standard Webhooks, which includes the time, so that a
   * recorded delivery cannot be replayed later. `service` is `X-Service-Signature`, for setups where a proxy removes
   * the other headers.
   */
  readonly signature?: 'standard' | 'service'
  /** Max difference between the delivery's time and now; default 300. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const PREFIX = 'whsec_'
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/**
 * Returns the event of a delivery, or throws a WebhookVerificationError. `body` is the raw body, `secret` the complete
 * secret from `webhooks.create`, or several during a rotation.
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

/** Not backed by shared memory, which Web Crypto rejects. */
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
  // Check the time first: it is cheaper than the signature.
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

/** After a rotation, the previous secret signs in a header of its own for a day. */
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

/** `null` unless the text is `sha256=` and 64 hex digits. */
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
