// Two signatures over the same bytes: the contract's own header, and Standard Webhooks, which public libraries verify.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'

/** Prepared keys of a secret: raw bytes would be prepared again for each message, which takes six times as long. */
export interface Signer {
  /** Contract, "Signing rules": keyed with the webhook's complete secret. */
  readonly service: KeyObject
  /** Standard Webhooks: keyed with the decoded bytes of the secret. */
  readonly standard: KeyObject
}

export const signerOf = (secret: string): Signer => ({
  service: createSecretKey(Buffer.from(secret)),
  standard: createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64')),
})

/** `body`: the exact bytes that are sent. Several secrets sign while one is being replaced. */
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
    // This header holds one signature, so the previous secret gets a header of its own; `webhook-signature` holds all.
    ...(signers[1] && { 'x-service-signature-previous': serviceSignature(signers[1], body) }),
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  }
}

const serviceSignature = (signer: Signer, body: string) =>
  `sha256=${createHmac('sha256', signer.service).update(body).digest('hex')}`
