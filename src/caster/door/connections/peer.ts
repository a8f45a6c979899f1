import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { fingerprintIn } from '../../../domain/stations/certificate.ts'

/** Client addresses of connections that came through a proxy. */
const told = new WeakMap<Socket, string>()

export const setClientAddress = (socket: Socket, address: string): void => void told.set(socket, address)

/** Copies the client address from the raw socket to the TLS socket. */
export function copyClientAddress(from: Socket | undefined, to: Socket): void {
  const address = from && told.get(from)
  if (address !== undefined) told.set(to, address)
}

export const addressOf = (socket: Socket): string =>
  told.get(socket) ?? (socket.remoteAddress ?? '').replace(/^::ffff:/, '')

/** Identifies a connection. Includes the local port: a client can use one port for connections to two of ours. */
export const peerOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ')

/** The fingerprint of the client certificate, also in a resumed TLS session; `null` if there is none. */
export function certificateOf(socket: Socket): string | null {
  const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  return shown ? fingerprintIn(shown.fingerprint256) : null
}

/** Whether the client would not read a reply any more. */
export const isGone = (socket: Socket): boolean => socket.destroyed || socket.readableEnded

export async function isConnectedAfter(milliseconds: number, socket: Socket): Promise<boolean> {
  if (milliseconds === 0) return true
  await sleep(milliseconds, undefined, { ref: false })
  return !isGone(socket)
}
