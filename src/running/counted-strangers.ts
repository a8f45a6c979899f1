// Requests of strangers that a door refused: a line of the log an address and minute, however often they come.
import type { App } from './app.ts'
import { CountedLines } from './counted-lines.ts'
import { clientOf } from './rate-limiter.ts'

const SWEEP_EVERY_MS = 10_000

/** Returns what notes one, by its address. */
export function countStrangers(app: App, message: string): (ip: string) => void {
  const strangers = new CountedLines((address, times) => app.log.warn({ address, times }, message))
  const timer = setInterval(() => strangers.endMinute(Date.now()), SWEEP_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return (ip) => strangers.hit(clientOf(ip), Date.now())
}
