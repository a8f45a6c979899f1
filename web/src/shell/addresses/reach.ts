import type { Settings } from '../../../../src/http/console/contract/network/network.ts'

export type Reach = Settings['reach']['caster']

const THIS_MACHINE = /^(.*\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[?::1?\]?$/i
const PRIVATE = /^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|\.(local|lan|internal)$/i

/** Warns while an address is typed. The service judges the saved one, with more rules. */
export function typedReach(host: string): Reach {
  const plain = host.trim()
  if (THIS_MACHINE.test(plain)) return 'machine'
  return PRIVATE.test(plain) ? 'private' : 'public'
}
