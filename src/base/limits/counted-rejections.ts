// Rejected requests of unknown clients: one log line per client address and minute, however many requests arrive.
import type { FastifyInstance } from 'fastify'
import { clientOf } from './rate-limiter.ts'
import { ThrottledLines } from './throttled-log.ts'

const SWEEP_EVERY_MS = 10_000
const LIMITS = { linesPerKey: 1, maxLines: 50 }

/** Returns a function that counts a rejected request by client address and, if given, error code. */
export function countRejections(
  app: Pick<FastifyInstance, 'log' | 'addHook'>,
  message: string,
): (ip: string, code?: string) => void {
  const write = (key: string, times: number) => {
    const [address, code] = key.split(' ')
    app.log.warn({ address, code, times }, message)
  }
  const lines = new ThrottledLines(LIMITS, write)
  const timer = setInterval(() => lines.endWindow(Date.now()), SWEEP_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return (ip, code) => {
    const key = [clientOf(ip), ...(code ? [code] : [])].join(' ')
    if (lines.admits(key, Date.now())) write(key, 1)
  }
}
