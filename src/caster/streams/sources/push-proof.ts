// The password and certificate that a push was accepted with, and which of two pushes gets the mountpoint.

/** `password` is a hash; `null` if it was not checked or not given. */
export interface Proof {
  readonly password: string | null
  /** Fingerprint of the certificate; `null` if none was shown. */
  readonly certificate: string | null
}

/**
 * Whether a newly accepted push replaces a connected one. If only one of them has a certificate, that one wins.
 * Otherwise the new one wins if the passwords differ: the password was changed, and the old one may be known to others.
 */
export function replacesPush(newcomer: Proof, present: Proof): boolean {
  const isCertified = newcomer.certificate !== null
  if (isCertified !== (present.certificate !== null)) return isCertified
  return newcomer.password !== null && present.password !== null && newcomer.password !== present.password
}

/** The form that is sent to other nodes. */
export const proofText = ({ password, certificate }: Proof): string =>
  certificate === null ? (password ?? '') : `${password ?? ''} ${certificate}`

/** Password and certificate are hashes. */
const PROOF = /^[\w:+/=-]{0,128}( [\w:+/=-]{1,128})?$/

/** `null` if the text is malformed. */
export function readProof(text: string): Proof | null {
  if (!PROOF.test(text)) return null
  const [password = '', certificate = ''] = text.split(' ')
  return { password: password || null, certificate: certificate || null }
}
