import type { ShownCertificate, Source } from '../../../../../src/http/console/contract/stations/stations.ts'

type Which = ShownCertificate['source']
type Proofs = Pick<Source, 'hasBackupSecret' | 'certificateRequired' | 'certificates'>

const isGood = ({ state }: ShownCertificate): boolean => state === 'valid' || state === 'ending'

/** Each pushing source has its own certificates. */
const pushing = ({ hasBackupSecret }: Proofs): Which[] => (hasBackupSecret ? ['first', 'backup'] : ['first'])

/** Summary of all certificates. `locked` names the one source of two that cannot connect. */
export function standingOf(source: Proofs): 'none' | 'accepted' | 'required' | 'nobody' | { readonly locked: Which } {
  const { certificates, certificateRequired } = source
  if (!certificateRequired) return certificates.length === 0 ? 'none' : 'accepted'
  const sources = pushing(source)
  const locked = sources.filter((which) => !certificates.some((one) => one.source === which && isGood(one)))
  if (locked.length === sources.length) return 'nobody'
  return locked[0] === undefined ? 'required' : { locked: locked[0] }
}

/** True if the source cannot connect without this certificate. */
export function isNeeded(certificate: ShownCertificate, { certificateRequired, certificates }: Proofs): boolean {
  const others = certificates.filter((one) => one !== certificate && one.source === certificate.source)
  return certificateRequired && isGood(certificate) && !others.some(isGood)
}
