// Key of a client for limits per address.
import ipaddr from 'ipaddr.js'

/** An IPv6 client usually has a whole /64, so the /64 counts. */
export function clientOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip) // an IPv4-mapped address becomes IPv4
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
}
