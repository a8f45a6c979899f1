// Descriptors end: a process without any can open no file and no connection to its database. So its doors leave some.
import { readFileSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import type { Server, Socket } from 'node:net'

/** For the database, files, logs, metrics, and what the process opens itself. */
const RESERVE = 256
const NEARLY_FULL = 0.8
const ROOM_AGAIN = 0.7

/** How many connections doors may hold; without an end where the system does not say. */
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
  /** Ends a connection that matters less than a new one; false: there is none. */
  readonly makeRoom: () => boolean
  /** Connections that nobody has taken up yet. */
  readonly waiting?: () => number
  readonly most?: number
}

/**
 * The servers' connections together. When all are taken, somebody who has shown nothing yet goes, or else the new one. Tells when there is little room, once until there is some again.
 * Returns what counts one more that the process opens itself, by the same rule.
 */
export function limitConnections(
  servers: readonly Server[],
  { warn, makeRoom, waiting = () => 0, most = connectionsAllowed() }: LimitOptions,
): (socket: Socket) => void {
  let open = 0
  let hasWarned = false
  // One function for all: ten thousand closures would be a tenth of what their connections take.
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
    warn(`${taken} of ${most} connections are taken; raise the limit of open files (LimitNOFILE, ulimit -n)`)
  }
  for (const server of servers) server.on('connection', take)
  return take
}

/** Of a web server: connections on which nothing was asked yet, the oldest first. */
export function unheardOf(server: HttpServer): () => boolean {
  const unheard = new Set<Socket>()
  server.on('connection', (socket) => {
    unheard.add(socket)
    socket.once('close', () => unheard.delete(socket))
  })
  server.on('request', ({ socket }) => unheard.delete(socket))
  return () => endOldest(unheard)
}

/**
 * Of these, oldest first, the first that is still there goes, and is none of them from then on: many may ask for room before it is closed.
 * False: there is none.
 */
export function endOldest(sockets: Set<Socket>): boolean {
  for (const socket of sockets) {
    sockets.delete(socket)
    if (socket.destroyed) continue
    socket.destroy()
    return true
  }
  return false
}
