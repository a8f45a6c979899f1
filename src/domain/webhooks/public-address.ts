// Which addresses the service may call on a stranger's behalf: public ones, and those the operator allowed.
import ipaddr from 'ipaddr.js'

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** "10.0.0.0/8", or a lone address. Throws on anything else. */
export function parseCidr(text: string): Cidr {
  if (text.includes('/')) return ipaddr.parseCIDR(text) as Cidr
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Azure's own services for its machines, metadata among them: public by its number alone. */
const CLOUD_INSIDE = '168.63.129.16'

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

export type Reach = 'public' | 'allowed' | 'forbidden'

/** IPv4 inside IPv6 (mapped, 6to4, NAT64, Teredo) has a range of its own in ipaddr.js and is therefore not 'unicast'. */
export function reachOf(address: string, allowed: readonly Cidr[]): Reach {
  if (!ipaddr.isValid(address)) return 'forbidden'
  const parsed = ipaddr.process(address)
  if (allowed.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base as never, bits)))
    return 'allowed'
  if (parsed.toString() === CLOUD_INSIDE) return 'forbidden'
  // Of IPv6 only 2000::/3 is given out; what ipaddr.js has no name for beyond it (::127.0.0.1, say) is not public either.
  const givenOut = parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6 as never)
  return givenOut && parsed.range() === 'unicast' ? 'public' : 'forbidden'
}
