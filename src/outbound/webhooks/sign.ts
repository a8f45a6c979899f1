// Two signatures over the same bytes: the contract's own header, and Standard Webhooks', which public libraries verify.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret made ready to sign many messages: bare bytes would be prepared anew for each, which takes six times as long. */
export interface Signer {
  /** Contract, "Signing rules": keyed with the webhook's (whole) secret. */
  readonly service: KeyObject
  /** Standard Webhooks: keyed with the bytes that the secret stands for. */
  readonly standard: KeyObject
}

export const signerOf = (secret: string): Signer => ({
  service: createSecretKey(Buffer.from(secret)),
  standard: createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64')),
})

/** Headers for one attempt. `body` is what will be sent, byte for byte; several secrets sign while one is being replaced. */
export function signatureHeaders(
  signers: readonly [Signer, ...Signer[]],
  { id, body }: { id: string; body: string },
  at: Date,
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const standard = signers.map(
    (signer) => `v1,${createHmac('sha256', signer.standard).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return {
    'x-service-signature': serviceSignature(signers[0], body),
    // One header holds one signature, so the secret that was replaced last signs in one of its own; all of them sign in the last.
    ...(signers[1] && { 'x-service-signature-previous': serviceSignature(signers[1], body) }),
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  }
}

const serviceSignature = (signer: Signer, body: string) =>
  `sha256=${createHmac('sha256', signer.service).update(body).digest('hex')}`
