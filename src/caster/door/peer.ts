// The other end of a connection.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { fingerprintIn } from '../../domain/stations/certificate.ts'

/** Of connections that came through a proxy: whose they are. */
const told = new WeakMap<Socket, string>()

export const tellAddress = (socket: Socket, address: string): void => void told.set(socket, address)

/** From a connection to what is spoken over it. */
export function passOnAddress(from: Socket | undefined, to: Socket): void {
  const address = from && told.get(from)
  if (address !== undefined) told.set(to, address)
}

/** Whose connection it is. */
export const addressOf = (socket: Socket): string =>
  told.get(socket) ?? (socket.remoteAddress ?? '').replace(/^::ffff:/, '')

/** Of all connections, this one. Several ports lead to one door, and who comes to two of them may do so from one of its own. */
export const peerOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ')

/** The fingerprint of the certificate that it has shown, also where it goes on with an earlier TLS session; null: none. */
export function certificateOf(socket: Socket): string | null {
  const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  return shown ? fingerprintIn(shown.fingerprint256) : null
}

/** Nobody would read an answer. */
export const isGone = (socket: Socket): boolean => socket.destroyed || socket.readableEnded

export async function stillThereAfter(milliseconds: number, socket: Socket): Promise<boolean> {
  if (milliseconds === 0) return true
  await sleep(milliseconds, undefined, { ref: false })
  return !isGone(socket)
}
