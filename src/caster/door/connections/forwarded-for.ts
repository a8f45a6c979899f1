import { isIP } from 'node:net'

/**
 * Returns the client that an X-Forwarded-For header names: the last address that is not a trusted proxy. The proxies
 * appended the addresses after it; a client can write anything before it. `null` if there is no such address.
 */
export function forwardedClient(header: string, isProxy: (address: string) => boolean): string | null {
  const client = header
    .split(',')
    .map((entry) => withoutPort(entry.trim()))
    .findLast((address) => isIP(address) === 0 || !isProxy(address))
  return client !== undefined && isIP(client) !== 0 ? client : null
}

/** Some proxies add the port: `192.0.2.7:50123`, `[2001:db8::7]:50123`. */
function withoutPort(entry: string): string {
  const [, bracketed, ipv4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? []
  return bracketed ?? ipv4 ?? entry
}
