// Streams around 2016-12-31T23:59:60Z, the last leap second, as receivers send them.
import { encodeMsm } from '../../src/encode/msm.ts'
import { gpsFromUtc } from '../../src/gps-time.ts'
import { readMsm, writeLegacy, writeMsm } from './raw-messages.ts'
import { type Observed, satellitesOf } from './sky.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MOSCOW_MS = 3 * 3_600_000

export const LEAP_UTC_MS = Date.UTC(2017, 0, 1)
/** 23:59:60 in GPS time. Seconds count from here. */
export const LEAP_GPS_MS = gpsFromUtc(LEAP_UTC_MS) - 1_000

export interface LeapStream {
  readonly name: string
  readonly order: readonly Observed[]
  /** Whether the Moscow day has 86401 s, as the standard says. Otherwise the receiver repeats 03:00:00. */
  readonly counts: boolean
}

const ORDERS: readonly (readonly Observed[])[] = [
  ['GPS', 'GLO', 'GAL', 'BDS'],
  ['GLO', 'GPS'],
  ['GPS', 'GAL', 'GLO'],
  ['GLO'],
]

export const LEAP_STREAMS: readonly LeapStream[] = ORDERS.flatMap((order) =>
  [true, false].map((counts) => ({
    name: `${order.join(' ')}, GLONASS ${counts ? 'counts 86401 s' : 'repeats 03:00:00'}`,
    order,
    counts,
  })),
)

/** DF034. */
function glonassTime(second: number, counts: boolean): number {
  const countedMs = MOSCOW_MS + second * 1_000
  if (counts && countedMs >= 0 && countedMs < DAY_MS + 1_000) return countedMs
  const shownMs = second <= 0 ? countedMs : countedMs - 1_000
  return ((shownMs % DAY_MS) + DAY_MS) % DAY_MS
}

export function leapMessage(constellation: Observed, second: number, { counts }: LeapStream, legacy = false): Buffer {
  const gpsMs = LEAP_GPS_MS + second * 1_000
  const timeOfDay = glonassTime(second, counts)
  if (legacy && constellation === 'GLO') return legacyGlonass(timeOfDay)
  const satellites = satellitesOf(constellation, [5]).map((one) => ({ ...one, signals: one.signals.slice(0, 1) }))
  const head = { constellation, stationId: 1, instantMs: LEAP_UTC_MS, moreFollow: false }
  const epoch =
    constellation === 'GLO' ? 7 * 2 ** 27 + timeOfDay : (gpsMs - (constellation === 'BDS' ? 14_000 : 0)) % WEEK_MS
  return writeMsm({ ...readMsm(encodeMsm(7, { ...head, satellites })), epoch })
}

/** A 1010 with one satellite. */
function legacyGlonass(time: number): Buffer {
  const first = { id: 5, code: 0, channel: 1, range: 1_000_000, phase: 100, lock: 100, cuts: 34, cnr: 160 }
  const second = { code2: 0, range2: 0, phase2: 0, lock2: 0, cnr2: 0 }
  return writeLegacy({
    ...{ type: 1010, stationId: 1, time, more: 0, smoothing: 0 },
    satellites: [{ ...first, ...second }],
  })
}

export type MachineClock = 'steps' | 'runs on' | 'slow'

/**
 * When an epoch is received, in ms since 1970. The clock of the machine steps back by a second, as Linux does, runs on
 * until it is corrected, or steps back while the messages take 700 ms.
 */
export function receivedAt(second: number, clock: MachineClock): number {
  const latencyMs = clock === 'slow' ? 700 : 300
  const isAfter = clock === 'runs on' ? second >= 60 : second >= 0
  return LEAP_UTC_MS + second * 1_000 + latencyMs - (isAfter ? 1_000 : 0)
}
