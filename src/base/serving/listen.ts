import type { Server } from 'node:net'

/** The kernel queues this many connections per socket, if `net.core.somaxconn` allows it. */
export const BACKLOG = 4_096

/**
 * Sockets per caster port. libuv accepts one connection per socket and turn of its loop, and turns are long while ten
 * thousand rovers reconnect. With one socket the kernel dropped 647 of 11,000 connections on a busy machine.
 */
export const SOCKETS_PER_CASTER_PORT = 8

export type ListenPlace =
  | { readonly host: string; readonly port: number; readonly reusePort?: boolean }
  | { readonly fd: number }

export const listenOn = (server: Server, place: ListenPlace): Promise<void> =>
  new Promise((resolve, reject) => {
    const ready = () => {
      server.off('error', reject)
      server.on('error', () => {}) // a connection that cannot be accepted must not end the process
      resolve()
    }
    server.once('error', reject)
    // Node ignores the option `backlog` with `fd` and would shorten the queue to 511.
    if ('fd' in place) server.listen(place, BACKLOG, ready)
    else server.listen({ ...place, backlog: BACKLOG }, ready)
  })
