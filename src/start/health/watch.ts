// Checks every few seconds that the database responds and reads its clock; warns if this machine's clock differs.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { isNews, isSkewed } from '../../domain/network/clock-skew.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { forgetClockSkew, noteClockSkew } from '../../store/operations/clock-skews.ts'
import type { Foundation } from '../foundation.ts'
import type { Metrics } from '../metrics/metrics.ts'

const SAID_EVERY_MS = 30_000

/**
 * Watches the database connection and the clock skew until the pool closes. `log` is `null` if another process of this
 * machine logs the skew.
 */
export function keepWatch(
  { db }: Pick<Foundation, 'db'>,
  metrics: Pick<Metrics, 'watchClock'>,
  log: Logger | null,
): void {
  metrics.watchClock(() => db.clock.skewSeconds)
  db.watch(log ? clockSkewWarner(db, log) : undefined)
}

function clockSkewWarner(db: DatabasePool, log: Logger): () => void {
  let told: number | null = null
  let saidAt = Number.NEGATIVE_INFINITY
  const say = (seconds: number) => {
    saidAt = performance.now()
    const said = isSkewed(seconds) ? noteClockSkew(db, hostname(), seconds) : forgetClockSkew(db, hostname())
    said.catch((err) => log.warn({ err }, 'Could not record the clock difference'))
  }
  return () => {
    const skewSeconds = Math.round(db.clock.skewSeconds * 1000) / 1000
    if (isNews(told, skewSeconds)) {
      told = isSkewed(skewSeconds) ? skewSeconds : null
      const side = skewSeconds > 0 ? 'ahead of' : 'behind'
      if (told === null) log.info({ skewSeconds }, 'The clock of this machine agrees with the database again')
      else
        log.warn(
          { skewSeconds },
          `The clock of this machine is ${Math.abs(skewSeconds).toFixed(1)} s ${side} the database: enable NTP`,
        )
      say(skewSeconds)
    } else if (told !== null && performance.now() - saidAt > SAID_EVERY_MS) say(skewSeconds)
  }
}
