// Requests of strangers that a door refused: a line of the log an address and minute, however often they come.
import type { FastifyInstance } from 'fastify'
import { CountedLines } from './counted-lines.ts'
import { clientOf } from './rate-limiter.ts'

const SWEEP_EVERY_MS = 10_000

/** Returns what notes one, by its address and, where that says something, why. */
export function countStrangers(
  app: Pick<FastifyInstance, 'log' | 'addHook'>,
  message: string,
): (ip: string, code?: string) => void {
  const strangers = new CountedLines((who, times) => {
    const [address, code] = who.split(' ')
    app.log.warn({ address, code, times }, message)
  })
  const timer = setInterval(() => strangers.endMinute(Date.now()), SWEEP_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return (ip, code) => strangers.hit([clientOf(ip), ...(code ? [code] : [])].join(' '), Date.now())
}
