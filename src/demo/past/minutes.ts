// The last day of the stations by minute, simulated, for the charts of a station.
import type { StationStatus } from '../../domain/stations/station.ts'
import { downMinute, type MinuteRecord } from '../../domain/stations/telemetry.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { StationHistory } from '../simulator/history.ts'
import { between, fraction, scramble, wordOf } from '../simulator/random.ts'

const DAY_MINUTES = 1_440
const EPOCHS = 60
const BYTES_AN_EPOCH = 905
/** Messages per minute that are not sent with every epoch. */
const SLOW_MESSAGES = { 1006: 6, 1033: 3, 1019: 30, 1042: 30 }
/** The generated history ends this many minutes before now, when the simulated stations connect. */
const QUIET_MINUTES = 2

/** Simulates a sky that repeats daily, and a connection that is slower during office hours. */
export function pastMinutes(
  { code, character, changes }: StationHistory,
  stationId: number,
  now: Date,
): MinuteRecord[] {
  const station = wordOf(code)
  const latency = character === 'poor' ? between(700, 1_200, station) : between(60, 320, station)
  const last = Math.floor(now.getTime() / MINUTE_MS) - QUIET_MINUTES
  return Array.from({ length: DAY_MINUTES }, (_, place) => last - DAY_MINUTES + 1 + place).flatMap((minute) => {
    const at = new Date(minute * MINUTE_MS)
    const status = statusOf(changes, at)
    if (status === 'maintenance') return []
    if (status === 'offline')
      return { ...downMinute(stationId, at), expected: EPOCHS, gaps: 1, longestGapMs: MINUTE_MS }
    const chance = scramble(station, minute)
    const lost = status === 'degraded' ? Math.round(between(4, 16, chance)) : fraction(chance, 1) < 0.01 ? 1 : 0
    const turn = (place: number) => Math.round(Math.sin((2 * Math.PI * (minute + station)) / DAY_MINUTES + place) * 1.6)
    const sky = { GPS: 10 + turn(0), GLO: 7 + turn(1), GAL: 8 + turn(2), BDS: 9 + turn(3) }
    const received = EPOCHS - lost
    return {
      ...downMinute(stationId, at),
      up: true,
      received,
      expected: EPOCHS,
      latencyMs: Math.round(latency * between(0.85, 1.2, chance, 2)),
      satellites: sky.GPS + sky.GLO + sky.GAL + sky.BDS,
      satellitesByConstellation: sky,
      gaps: lost > 0 ? 1 : 0,
      longestGapMs: 1_000 * Math.min(lost, 4),
      bytes: received * BYTES_AN_EPOCH,
      messages: { ...SLOW_MESSAGES, 1077: received, 1087: received, 1097: received, 1127: received },
    }
  })
}

const statusOf = (changes: StationHistory['changes'], at: Date): StationStatus =>
  changes.findLast((change) => change.at <= at)?.to ?? 'online'
