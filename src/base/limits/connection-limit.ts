// Limits connections, because a process without free file descriptors can open neither files nor the database.
import { readFileSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import type { Server, Socket } from 'node:net'

/** Reserved for the database, files, logs, metrics and outgoing connections. */
const RESERVE = 256
const NEARLY_FULL = 0.8
const ROOM_AGAIN = 0.7

/** Max connections of the servers; unlimited if the system does not report its limit. */
export function connectionsAllowed(limits: string | null = readLimits()): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limits ?? '')?.[1] ?? Number.POSITIVE_INFINITY)
  return files - Math.min(RESERVE, Math.ceil(files / 4))
}

function readLimits(): string | null {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return null
  }
}

export interface LimitOptions {
  readonly warn: (message: string) => void
  /** Closes a connection that matters less than a new one; false if there is none. */
  readonly makeRoom: () => boolean
  /** Number of accepted connections that have no socket object yet (newcomers.ts). */
  readonly waiting?: () => number
  readonly most?: number
}

/**
 * Limits all connections of the servers. At the limit, an unidentified connection is closed, or else the new one.
 * Warns once when the limit is near. Returns a function that counts an outgoing connection by the same rule.
 */
export function limitConnections(
  servers: readonly Server[],
  { warn, makeRoom, waiting = () => 0, most = connectionsAllowed() }: LimitOptions,
): (socket: Socket) => void {
  let open = 0
  let hasWarned = false
  // One shared function: ten thousand closures would take a tenth of the memory of their connections.
  const leave = () => {
    open -= 1
    if (open < most * ROOM_AGAIN) hasWarned = false
  }
  const take = (socket: Socket) => {
    open += 1
    socket.on('close', leave)
    const taken = open + waiting()
    if (taken > most && !makeRoom()) socket.destroy()
    if (taken < most * NEARLY_FULL || hasWarned) return
    hasWarned = true
    warn(`${taken} of ${most} connections are in use; raise the limit of open files (LimitNOFILE, ulimit -n)`)
  }
  for (const server of servers) server.on('connection', take)
  return take
}

/** Returns a function that closes the oldest connection of a web server on which no request has arrived yet. */
export function unusedConnectionCloser(server: HttpServer): () => boolean {
  const unheard = new Set<Socket>()
  server.on('connection', (socket) => {
    unheard.add(socket)
    socket.once('close', () => unheard.delete(socket))
  })
  server.on('request', ({ socket }) => unheard.delete(socket))
  return () => endOldest(unheard)
}

/** Closes the oldest open socket and removes it at once, because calls may follow before it closes. False if none. */
export function endOldest(sockets: Set<Socket>): boolean {
  for (const socket of sockets) {
    sockets.delete(socket)
    if (socket.destroyed) continue
    socket.destroy()
    return true
  }
  return false
}
