// A connection to another caster, and never to an address that the operator has not allowed: looked at where the connection is made, so
// that neither a spelling of an address nor a name that changes its mind gets past it.
import net, { type LookupFunction } from 'node:net'
import tls from 'node:tls'
import type { NameAddress, StreamLoss, Upstream } from '../../domain/network/upstream.ts'

/** What the caster is told of the world outside. */
export interface Reachable {
  /** Throws when the name does not resolve. */
  readonly addressesOf: (host: string) => Promise<readonly NameAddress[]>
  readonly mayReach: (address: string) => boolean
  /** Counts a connection that is being made: each takes a descriptor, as those do that come in. */
  readonly count?: (socket: net.Socket) => void
}

export class ForbiddenAddressError extends Error {
  readonly address: string

  constructor(address: string) {
    super(`${address} is not an address that we may call`)
    this.address = address
  }
}

class UnknownNameError extends Error {}

const UNREACHABLE = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']
/** As OpenSSL says of what is not TLS at all; any other handshake that fails is with somebody who speaks it. */
const NO_TLS = /wrong version number|packet length too long/
/** What OpenSSL found, between where it found it and what that file is called. */
const OPENSSL = /SSL routines:[^:]*:([^:]+)/
/** As OpenSSL names what it finds wrong with one. */
const CERTIFICATE = /CERT|SIGNATURE|ISSUER/

/** Why it failed, for who has to mend it. */
export function lossOf(
  error: Error & { readonly code?: string },
  { host, port }: Pick<Upstream, 'host' | 'port'>,
): StreamLoss {
  const { code = '', message } = error
  if (error instanceof ForbiddenAddressError) return { code: 'forbidden_address', params: { address: error.address } }
  if (code === 'ECONNREFUSED') return { code: 'nobody_listens', params: { host, port } }
  if (error instanceof UnknownNameError) return { code: 'unknown_host', params: { host } }
  if (UNREACHABLE.includes(code)) return { code: 'unreachable', params: { host } }
  if (NO_TLS.test(message)) return { code: 'no_tls', params: { host, port } }
  // Behind a semicolon Node advises whoever starts it.
  if (CERTIFICATE.test(code)) return { code: 'certificate', params: { said: message.split(';')[0]! } }
  return { code: 'said', params: { said: OPENSSL.exec(message)?.[1] || message || code || error.name } }
}

/** What is forbidden fails as any connection may, with the error above. */
export function connectTo({ host, port, tls: secure }: Upstream, reachable: Reachable): net.Socket {
  // A literal never asks for a look-up.
  if (net.isIP(host) && !reachable.mayReach(host)) {
    const socket = new net.Socket()
    process.nextTick(() => socket.destroy(new ForbiddenAddressError(host)))
    return socket
  }
  const lookup = guardedLookup(reachable)
  const servername = net.isIP(host) ? '' : host // RFC 6066, 3: addresses are not allowed
  const socket = secure ? tls.connect({ host, port, servername, lookup }) : net.connect({ host, port, lookup })
  reachable.count?.(socket)
  return socket
}

/** Every address that a name has must be allowed: one bad one and the name is not called. */
const guardedLookup =
  ({ addressesOf, mayReach }: Reachable): LookupFunction =>
  (host, options, done) => {
    const answer = (addresses: readonly NameAddress[]) => {
      const bad = addresses.find(({ address }) => !mayReach(address))
      if (bad) return done(new ForbiddenAddressError(bad.address), '', 0)
      const [first] = addresses
      return options.all ? done(null, [...addresses]) : done(null, first!.address, first!.family)
    }
    addressesOf(host).then(answer, (cause) => done(new UnknownNameError(`${host} does not resolve`, { cause }), '', 0))
  }
