// Two signatures over the same bytes: the contract's own header, and Standard Webhooks', which public libraries verify.
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** Headers for one attempt. `body` is what will be sent, byte for byte; several secrets sign while one is being replaced. */
export function signatureHeaders(
  secrets: readonly [string, ...string[]],
  { id, body }: { id: string; body: string },
  at: Date,
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    // Contract, "Signing rules": HMAC-SHA256 over the request body, keyed with the webhook's (whole) secret.
    'x-service-signature': serviceSignature(secrets[0], body),
    // One header holds one signature, so a replaced secret signs in one of its own.
    ...(secrets[1] && { 'x-service-signature-previous': serviceSignature(secrets[1], body) }),
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  }
}

const serviceSignature = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
