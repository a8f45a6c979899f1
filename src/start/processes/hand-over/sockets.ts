// The listening sockets that go from one process to the next. Both then listen on the very same socket of the kernel: whoever waits in its
// queue is taken up by either, and nobody is reset when the first closes it. (Two sockets on one port, by SO_REUSEPORT, have a queue each, and
// with one of them goes who waits in it: 228 of 7,222 connections were reset in 20 hand-overs.)
import { closeSync } from 'node:fs'
import type { Server } from 'node:net'

/** What may be handed over. The caster's ports are not: with their process its rovers go, and come back to the next. */
export type SocketName = 'api' | 'metrics'

/** Where it was meant to listen, as the settings say: a successor with other settings does not take it. */
export interface SocketPlace {
  readonly name: SocketName
  readonly host: string
  readonly port: number
}

export interface OpenSocket extends SocketPlace {
  readonly fd: number
}

/** What Node listens with. */
export interface ListeningHandle {
  readonly fd: number
  listen(backlog: number): number
}

export const handleOf = (server: Server): ListeningHandle | null =>
  (server as Server & { _handle?: ListeningHandle | null })._handle ?? null

/** Descriptors of a process that was started with them, each for who wants exactly that. What nobody has taken is closed. */
export class InheritedSockets {
  readonly #left: Map<SocketName, OpenSocket>

  constructor(sockets: readonly OpenSocket[]) {
    this.#left = new Map(sockets.map((socket) => [socket.name, socket]))
  }

  take(name: SocketName, host: string, port: number): { readonly fd: number } | null {
    const socket = this.#left.get(name)
    if (!socket || socket.host !== host || socket.port !== port) return null
    this.#left.delete(name)
    return { fd: socket.fd }
  }

  /** Else whoever connects there would wait for ever. */
  closeRest(): void {
    for (const { fd } of this.#left.values()) closeSync(fd)
    this.#left.clear()
  }
}

/** As an argument of the command line. */
export const toArgument = (sockets: readonly OpenSocket[]): string => JSON.stringify(sockets)

export const fromArgument = (text: string): InheritedSockets => new InheritedSockets(JSON.parse(text) as OpenSocket[])
