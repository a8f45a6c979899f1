// When the process may open no more files and connections: whoever is connected is told to come back, and the log says it once in a
// while, not once a request.
import type { FastifyBaseLogger } from 'fastify'

const CODES = ['EMFILE', 'ENFILE']
const TELL_EVERY_MS = 60_000

let toldAt = Number.NEGATIVE_INFINITY

/** What serves files wraps what it met. */
export const isOutOfFiles = (error: Error & { code?: string }): boolean =>
  CODES.includes(error.code ?? '') || (error.cause instanceof Error && isOutOfFiles(error.cause))

export function tellOutOfFiles(log: FastifyBaseLogger): void {
  const now = performance.now()
  if (now - toldAt < TELL_EVERY_MS) return
  toldAt = now
  log.error('no file descriptors are left: requests are answered with 503; raise the limit (LimitNOFILE, ulimit -n)')
}
