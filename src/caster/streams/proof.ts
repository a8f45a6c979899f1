// What a push was let in with, and whose counts more where two want one mountpoint.

/** `password` stands for it; null: it was not looked at, or there was none. */
export interface Proof {
  readonly password: string | null
  /** Its fingerprint. */
  readonly certificate: string | null
}

/**
 * Whether one that has just been let in takes the mountpoint from one that was before. Where only one of them has a certificate, that one
 * has it. Otherwise the new one does if the other's password is another: it was changed, and whoever has the old one may be anybody.
 */
export function outdoes(newcomer: Proof, present: Proof): boolean {
  const isCertified = newcomer.certificate !== null
  if (isCertified !== (present.certificate !== null)) return isCertified
  return newcomer.password !== null && present.password !== null && newcomer.password !== present.password
}

/** For the other nodes. A password alone is told as releases without certificates tell it, and anything else is another one to those. */
export const proofText = ({ password, certificate }: Proof): string =>
  certificate === null ? (password ?? '') : `${password ?? ''} ${certificate}`

export function readProof(text: string): Proof {
  const [password = '', certificate = ''] = text.split(' ')
  return { password: password || null, certificate: certificate || null }
}
