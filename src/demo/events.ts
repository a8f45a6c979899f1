// Events while the demo runs: station failures, and a reseller that sells credentials.
import { MINUTE_MS, SECOND_MS } from '../domain/time/units.ts'
import type { Fleet } from './fleet.ts'
import { LOSES_GLONASS, OFTEN_DOWN } from './network/stations.ts'

export interface DemoEventServices {
  readonly fleet: Fleet
  readonly sell: () => Promise<void>
  readonly tell: (line: string) => void
}

/** Starts the timers of these events. Returns a function that stops them. */
export function startDemoEvents({ fleet, sell, tell }: DemoEventServices): () => void {
  const station = (code: string) => fleet.stations.get(code)!
  const timers = new Set<NodeJS.Timeout>()
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const again = (firstMs: number, everyMs: number, work: () => void) =>
    after(firstMs, () => {
      work()
      again(everyMs, everyMs, work)
    })

  again(1 * MINUTE_MS, 20 * MINUTE_MS, () => {
    tell(`${OFTEN_DOWN} loses its line for 3 minutes: offline in one minute, its rover without corrections`)
    station(OFTEN_DOWN).outage(180)
  })
  again(5 * MINUTE_MS, 20 * MINUTE_MS, () => {
    tell(`${LOSES_GLONASS} sees no GLONASS for 3 minutes`)
    station(LOSES_GLONASS).dropConstellation('GLO')
    after(3 * MINUTE_MS, () => station(LOSES_GLONASS).restoreConstellation('GLO'))
  })
  again(0, 40 * SECOND_MS, () => void sell().catch((error) => tell(`the reseller failed: ${error.message}`)))
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
