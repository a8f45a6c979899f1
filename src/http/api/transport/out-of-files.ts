// When the process has no file descriptors left, connected clients get a 503 with Retry-After, and the log gets one
// line a minute instead of one per request.
import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS } from '../../../domain/time/units.ts'

const CODES = ['EMFILE', 'ENFILE']
const TELL_EVERY_MS = MINUTE_MS

let toldAt = Number.NEGATIVE_INFINITY

/** The static file server wraps the original error. */
export const isOutOfFiles = (error: Error & { code?: string }): boolean =>
  CODES.includes(error.code ?? '') || (error.cause instanceof Error && isOutOfFiles(error.cause))

export function logOutOfFiles(log: FastifyBaseLogger): void {
  const now = performance.now()
  if (now - toldAt < TELL_EVERY_MS) return
  toldAt = now
  log.error('Out of file descriptors; answering with 503. Raise the limit (LimitNOFILE, ulimit -n)')
}
