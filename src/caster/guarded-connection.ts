// A connection to another caster, and never to an address that the operator has not allowed: looked at where the connection is made, so
// that neither a spelling of an address nor a name that changes its mind gets past it.
import dns from 'node:dns'
import net, { type LookupFunction } from 'node:net'
import tls from 'node:tls'
import type { Upstream } from '../domain/network/upstream.ts'

export type MayReach = (address: string) => boolean

export class ForbiddenAddressError extends Error {
  readonly address: string

  constructor(address: string) {
    super(`${address} is not an address that we may call`)
    this.address = address
  }
}

/** What is forbidden fails as any connection may, with the error above. */
export function connectTo({ host, port, tls: secure }: Upstream, mayReach: MayReach): net.Socket {
  // A literal never asks for a look-up.
  if (net.isIP(host) && !mayReach(host)) {
    const socket = new net.Socket()
    process.nextTick(() => socket.destroy(new ForbiddenAddressError(host)))
    return socket
  }
  const lookup = guardedLookup(mayReach)
  const servername = net.isIP(host) ? '' : host // RFC 6066, 3: addresses are not allowed
  return secure ? tls.connect({ host, port, servername, lookup }) : net.connect({ host, port, lookup })
}

/** Every address that a name has must be allowed: one bad one and the name is not called. */
const guardedLookup =
  (mayReach: MayReach): LookupFunction =>
  (host, options, done) => {
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      const bad = error ? undefined : addresses.find(({ address }) => !mayReach(address))
      const failure = error ?? (bad ? new ForbiddenAddressError(bad.address) : null)
      const first = addresses?.[0]
      if (failure || !first) return done(failure, '', 0)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
