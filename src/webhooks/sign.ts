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
    'x-service-signature': `sha256=${createHmac('sha256', secrets[0]).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  }
}
