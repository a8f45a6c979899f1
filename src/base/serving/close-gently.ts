// Stops accepting on a socket that stays open for the next process, without failing requests in flight.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { settledWithin } from '../running/settled-within.ts'

/** Max wait for connections that are accepted but not served yet. */
const LINE_TIMEOUT_MS = 2_000

export interface Leaving {
  /** How long open connections may still send a request. */
  readonly idleGraceMs: number
  readonly waiting: () => number
  /** Closes one connection that never sent a request; false if there is none. */
  readonly endSilent: () => boolean
}

/**
 * Idle connections stay open during the grace period, because a request may be in flight on each. Every response closes
 * its connection. Pending requests and connections that stayed idle are left to the caller.
 */
export async function closeGently(server: Server, { idleGraceMs, waiting, endSilent }: Leaving): Promise<void> {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  for (const since = performance.now(); waiting() > 0 && performance.now() - since < LINE_TIMEOUT_MS; ) await nextTurn()
  const closed = once(server, 'close')
  NetServer.prototype.close.call(server) // HttpServer.close would also close idle connections
  await settledWithin(closed, idleGraceMs)
  while (endSilent());
}
