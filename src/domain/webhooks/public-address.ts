// Addresses that the service may call for a user: public ones, and those that the operator allowed.
import ipaddr from 'ipaddr.js'

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses "10.0.0.0/8" or a single address; throws on anything else. */
export function parseCidr(text: string): Cidr {
  if (text.includes('/')) return ipaddr.parseCIDR(text) as Cidr
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether the text is an address or a CIDR that `parseCidr` accepts. */
export const isCidr = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text) && !AMBIGUOUS.test(text)

const isAmong = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Cidr[]): boolean =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base as never, bits))

/** Treats IPv4-mapped addresses as IPv4. */
export const isWithin = (address: string, networks: readonly Cidr[]): boolean =>
  ipaddr.isValid(address) && isAmong(ipaddr.process(address), networks)

/**
 * Cloud metadata services, which expose keys. Azure's address is in public space. An allowed network never includes
 * them.
 */
const METADATA = new Set(['169.254.169.254', '168.63.129.16', 'fd00:ec2::254'])

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Leading zeros are octal to some parsers and decimal to others; ambiguous addresses are rejected. */
const AMBIGUOUS = /(^|[.:])0\d+\.|\.0\d/

export type Reach = 'public' | 'allowed' | 'forbidden'

/** IPv4 embedded in IPv6 (mapped, 6to4, NAT64, Teredo) has its own range in ipaddr.js and is thus not 'unicast'. */
export function reachOf(address: string, allowed: readonly Cidr[]): Reach {
  if (!ipaddr.isValid(address) || AMBIGUOUS.test(address)) return 'forbidden'
  const parsed = ipaddr.process(address)
  if (METADATA.has(parsed.toString())) return 'forbidden'
  if (isAmong(parsed, allowed)) return 'allowed'
  // Only 2000::/3 of IPv6 is allocated; ranges beyond it that ipaddr.js does not know (such as ::127.0.0.1) are not
  // public.
  const givenOut = parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6 as never)
  return givenOut && parsed.range() === 'unicast' ? 'public' : 'forbidden'
}
