// A connection to another caster, never to an address that the operator has not allowed. The address is checked when
// the connection is made, so that neither its notation nor a name that resolves differently later bypasses the check.
import net from 'node:net'
import tls from 'node:tls'
import { ForbiddenAddressError, type Reachable as Guard, guardedLookup } from '../../../base/outgoing/guarded-lookup.ts'
import { UnresolvedName } from '../../../base/outgoing/names.ts'
import { saidBy, tlsFailureOf } from '../../../base/outgoing/tls-failure.ts'
import type { SourceAddress, StreamLoss } from '../../../domain/network/source-address.ts'

export interface Reachable extends Guard {
  /** Counts a connection that is being opened: it takes a file descriptor, like incoming ones. */
  readonly count?: (socket: net.Socket) => void
}

const UNREACHABLE = ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** Why the connection failed, for the operator. */
export function lossOf(
  error: Error & { readonly code?: string },
  { host, port }: Pick<SourceAddress, 'host' | 'port'>,
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

/** A forbidden address fails like any other connection, with `ForbiddenAddressError`. */
export function connectTo(
  { host, port, tls: secure }: Pick<SourceAddress, 'host' | 'port' | 'tls'>,
  reachable: Reachable,
): net.Socket {
  // No lookup is called for a literal address.
  if (net.isIP(host) && !reachable.mayReach(host)) {
    const socket = new net.Socket()
    process.nextTick(() => socket.destroy(new ForbiddenAddressError(host)))
    return socket
  }
  const lookup = guardedLookup(reachable)
  const servername = net.isIP(host) ? '' : host // RFC 6066, 3: IP addresses are not allowed
  const socket = secure ? tls.connect({ host, port, servername, lookup }) : net.connect({ host, port, lookup })
  reachable.count?.(socket)
  return socket
}
