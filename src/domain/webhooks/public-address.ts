// Which addresses the service may call on a stranger's behalf: public ones, and those the operator allowed.
import ipaddr from 'ipaddr.js'

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** "10.0.0.0/8", or a lone address. Throws on anything else. */
export function parseCidr(text: string): Cidr {
  if (text.includes('/')) return ipaddr.parseCIDR(text) as Cidr
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const isAmong = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Cidr[]): boolean =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base as never, bits))

/** Of an address as the system tells it; an IPv4 inside IPv6 is that IPv4. */
export const isWithin = (address: string, networks: readonly Cidr[]): boolean =>
  ipaddr.isValid(address) && isAmong(ipaddr.process(address), networks)

/** What clouds tell their machines, keys among it. Azure's is public by its number alone; no network that is allowed opens them. */
const METADATA = new Set(['169.254.169.254', '168.63.129.16', 'fd00:ec2::254'])

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** 010 is eight to some and ten to others: an address that two may read differently is none. */
const AMBIGUOUS = /(^|[.:])0\d+\.|\.0\d/

export type Reach = 'public' | 'allowed' | 'forbidden'

/** IPv4 inside IPv6 (mapped, 6to4, NAT64, Teredo) has a range of its own in ipaddr.js and is therefore not 'unicast'. */
export function reachOf(address: string, allowed: readonly Cidr[]): Reach {
  if (!ipaddr.isValid(address) || AMBIGUOUS.test(address)) return 'forbidden'
  const parsed = ipaddr.process(address)
  if (METADATA.has(parsed.toString())) return 'forbidden'
  if (isAmong(parsed, allowed)) return 'allowed'
  // Of IPv6 only 2000::/3 is given out; what ipaddr.js has no name for beyond it (::127.0.0.1, say) is not public either.
  const givenOut = parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6 as never)
  return givenOut && parsed.range() === 'unicast' ? 'public' : 'forbidden'
}
