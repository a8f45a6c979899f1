// The other end of a connection.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** Of all connections to one port, this one. */
export const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** Nobody would read an answer. */
export const isGone = (socket: Socket): boolean => socket.destroyed || socket.readableEnded

export async function stillThereAfter(milliseconds: number, socket: Socket): Promise<boolean> {
  if (milliseconds === 0) return true
  await sleep(milliseconds, undefined, { ref: false })
  return !isGone(socket)
}
