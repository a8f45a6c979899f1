// Decodes the broadcast state vector of a GLONASS satellite (1020).
import type { BitReader } from '../bits.ts'
import type { GlonassOrbit, Vector } from '../encode/glonass-ephemeris.ts'

const DAY_MS = 86_400_000
const MOSCOW_AHEAD_MS = 3 * 3_600_000
const KILOMETRE = 1_000

/** DF038, DF040, DF104 to DF136. The day comes from the receive time. */
export function decode1020(fields: BitReader, receivedMs: number): GlonassOrbit {
  const satellite = fields.unsigned(6)
  const frequencyChannel = fields.unsigned(5) - 7
  fields.skip(4)
  const frame = fields.unsigned(5) * 3_600_000 + fields.unsigned(6) * 60_000 + fields.unsigned(1) * 30_000
  const health = fields.unsigned(1) << 2
  fields.skip(1)
  const reference = fields.unsigned(7) * 900_000
  const axes = [0, 1, 2].map(() => ({
    velocity: scaled(fields, 24, KILOMETRE * 2 ** -20),
    position: scaled(fields, 27, KILOMETRE * 2 ** -11),
    acceleration: scaled(fields, 5, KILOMETRE * 2 ** -30),
  }))
  fields.skip(1)
  const gamma = scaled(fields, 11, 2 ** -40)
  fields.skip(3)
  const tau = scaled(fields, 22, 2 ** -30)
  const deltaTau = scaled(fields, 5, 2 ** -30)
  const age = fields.unsigned(5)
  fields.skip(1 + 4 + 11 + 2 + 1 + 11 + 32 + 5 + 22 + 1 + 7)
  const vector = (name: 'position' | 'velocity' | 'acceleration') => axes.map((axis) => axis[name]) as unknown as Vector
  return {
    constellation: 'GLO',
    ...{ satellite, frequencyChannel, gamma, tau, deltaTau, age, health },
    referenceMs: nearestDay(reference, receivedMs),
    frameMs: nearestDay(frame, receivedMs),
    position: vector('position'),
    velocity: vector('velocity'),
    acceleration: vector('acceleration'),
  }
}

/** Sign and magnitude (the data type intS of the standard). */
function scaled(fields: BitReader, width: number, unit: number): number {
  const isNegative = fields.unsigned(1) === 1
  const magnitude = fields.unsigned(width - 1) * unit
  return isNegative ? -magnitude : magnitude
}

/** The instant nearest to `nearMs` with this time of the day in Moscow. */
function nearestDay(timeOfDayMs: number, nearMs: number): number {
  const onFirstDay = timeOfDayMs - MOSCOW_AHEAD_MS
  return onFirstDay + Math.round((nearMs - onFirstDay) / DAY_MS) * DAY_MS
}
