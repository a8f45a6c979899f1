// From where an address can be reached, as far as the address itself shows it.

/** `machine`: only from this computer. `private`: only from the same local network. */
export type Reach = 'machine' | 'private' | 'public'
export const REACHES = ['machine', 'private', 'public'] as const satisfies readonly Reach[]

const THIS_MACHINE = /^(.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^0\.0\.0\.0$|^::1?$/
// RFC 1918, link-local and carrier-grade NAT addresses, unique local IPv6 addresses, and names without a public zone.
const PRIVATE =
  /^10\.\d+\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$|^169\.254\.\d+\.\d+$|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$|^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:|\.(local|lan|internal|home\.arpa)$/

/** A host name counts as public unless its ending is reserved for local networks: names are not resolved. */
export function reachOf(host: string): Reach {
  const plain = host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
  if (THIS_MACHINE.test(plain)) return 'machine'
  return PRIVATE.test(plain) ? 'private' : 'public'
}
