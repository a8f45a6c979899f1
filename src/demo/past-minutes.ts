// The last day of the stations, minute by minute, as if somebody had measured it: the charts of a station begin with it.
import type { StationStatus } from '../domain/stations/station.ts'
import { MINUTE_MS } from '../domain/time/units.ts'
import type { PastMinute } from '../store/stations/demo-past.ts'
import type { StationHistory } from './simulator/history.ts'
import { between, fraction, scramble, wordOf } from './simulator/random.ts'

const DAY_MINUTES = 1_440
const EPOCHS = 60
/** Before the simulated stations connect: what is live begins there. */
const QUIET_MINUTES = 2

/** A sky that turns once a day, and a line that is slower in office hours. */
export function pastMinutes({ code, character, changes }: StationHistory, stationId: number, now: Date): PastMinute[] {
  const station = wordOf(code)
  const latency = character === 'poor' ? between(700, 1_200, station) : between(60, 320, station)
  const last = Math.floor(now.getTime() / MINUTE_MS) - QUIET_MINUTES
  return Array.from({ length: DAY_MINUTES }, (_, place) => last - DAY_MINUTES + 1 + place).flatMap((minute) => {
    const at = new Date(minute * MINUTE_MS)
    const status = statusOf(changes, at)
    if (status === 'maintenance') return []
    const up = status !== 'offline'
    const chance = scramble(station, minute)
    const lost = status === 'degraded' ? Math.round(between(4, 16, chance)) : fraction(chance, 1) < 0.01 ? 1 : 0
    const turn = (place: number) => Math.round(Math.sin((2 * Math.PI * (minute + station)) / DAY_MINUTES + place) * 1.6)
    const sky = { GPS: 10 + turn(0), GLO: 7 + turn(1), GAL: 8 + turn(2), BDS: 9 + turn(3) }
    return {
      stationId,
      minute: at,
      up,
      received: up ? EPOCHS - lost : 0,
      latencyMs: up ? Math.round(latency * between(0.85, 1.2, chance, 2)) : null,
      satellites: up ? sky.GPS + sky.GLO + sky.GAL + sky.BDS : null,
      sky: up ? sky : {},
      longestGapMs: up ? (lost > 0 ? 1_000 * Math.min(lost, 4) : 0) : MINUTE_MS,
    }
  })
}

const statusOf = (changes: StationHistory['changes'], at: Date): StationStatus =>
  changes.findLast((change) => change.at <= at)?.to ?? 'online'
