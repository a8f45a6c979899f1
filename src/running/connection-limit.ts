// Descriptors end: a process without any can open no file and no connection to its database. So its doors leave some.
import { readFileSync } from 'node:fs'
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

/** The servers' connections together; one beyond the limit is closed at once. Tells when there is little room, once until there is some again. */
export function limitConnections(
  servers: readonly Server[],
  warn: (message: string) => void,
  most = connectionsAllowed(),
): void {
  let open = 0
  let hasWarned = false
  const take = (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
      if (open < most * ROOM_AGAIN) hasWarned = false
    })
    if (open > most) socket.destroy()
    if (open < most * NEARLY_FULL || hasWarned) return
    hasWarned = true
    warn(`${open} of ${most} connections are taken; raise the limit of open files (LimitNOFILE, ulimit -n)`)
  }
  for (const server of servers) server.on('connection', take)
}
