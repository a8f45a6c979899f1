// A connection to another caster, and never to an address that the operator has not allowed: looked at where the connection is made, so
// that neither a spelling of an address nor a name that changes its mind gets past it.
import net from 'node:net'
import tls from 'node:tls'
import { ForbiddenAddressError, type Reachable as Guard, guardedLookup } from '../../base/outgoing/guarded-lookup.ts'
import { UnresolvedName } from '../../base/outgoing/names.ts'
import { saidBy, tlsFailureOf } from '../../base/outgoing/tls-failure.ts'
import type { StreamLoss, Upstream } from '../../domain/network/source-address.ts'

/** What the caster is told of the world outside. */
export interface Reachable extends Guard {
  /** Counts a connection that is being made: each takes a descriptor, as those do that come in. */
  readonly count?: (socket: net.Socket) => void
}

const UNREACHABLE = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** Why it failed, for who has to mend it. */
export function lossOf(
  error: Error & { readonly code?: string },
  { host, port }: Pick<Upstream, 'host' | 'port'>,
): StreamLoss {
  const { code = '' } = error
  if (error instanceof ForbiddenAddressError) return { code: 'forbidden_address', params: { address: error.address } }
  if (code === 'ECONNREFUSED') return { code: 'nobody_listens', params: { host, port } }
  if (error instanceof UnresolvedName) return { code: 'unknown_host', params: { host } }
  if (UNREACHABLE.includes(code)) return { code: 'unreachable', params: { host } }
  const failure = tlsFailureOf(error)
  if (failure === 'no_tls') return { code: failure, params: { host, port } }
  return { code: failure ?? 'said', params: { said: saidBy(error) } }
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
