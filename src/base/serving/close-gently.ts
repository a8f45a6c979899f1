// A web server that stops while another process goes on listening on its socket: nobody who asks may notice.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { soon } from '../running/soon.ts'

/** So long who was accepted may wait in a line of ours before the socket is closed. */
const LINE_PATIENCE_MS = 2_000

export interface Leaving {
  /** So long open connections may go on; who asks on one is answered, and told that it is the last time. */
  readonly patienceMs: number
  /** Connections that nobody has taken up yet. */
  readonly waiting?: () => number
}

/**
 * Idle connections are left alone: a request may be on its way on each, and would be lost. They end with the answer to the next one, or when
 * the patience is over.
 */
export async function closeGently(server: Server, { patienceMs, waiting = () => 0 }: Leaving): Promise<void> {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  for (const since = performance.now(); waiting() > 0 && performance.now() - since < LINE_PATIENCE_MS; )
    await nextTurn()
  const closed = once(server, 'close')
  NetServer.prototype.close.call(server) // that of a web server would also end idle connections
  await soon(closed, patienceMs)
  server.closeAllConnections()
}
