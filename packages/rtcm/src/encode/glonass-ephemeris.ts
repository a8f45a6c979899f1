// Broadcast orbits of GLONASS (1020): a state vector instead of orbital elements, and numbers as sign and magnitude.
import { BitWriter } from '../bits.ts'

export type Vector = readonly [number, number, number]

/** Names follow the GLONASS ICD; metres and seconds, PZ-90. */
export interface GlonassOrbit {
  readonly constellation: 'GLO'
  /** The slot. */
  readonly satellite: number
  /** -7 to 6 */
  readonly frequencyChannel: number
  /** tb, the instant of the state vector, UTC in ms since 1970; a multiple of 15 minutes. */
  readonly referenceMs: number
  /** tk, the start of the frame, UTC in ms since 1970; a multiple of 30 seconds. */
  readonly frameMs: number
  readonly position: Vector
  readonly velocity: Vector
  /** Caused by Sun and Moon. */
  readonly acceleration: Vector
  readonly gamma: number
  readonly tau: number
  readonly deltaTau: number
  /** In days. */
  readonly age: number
  /** Bn, the health flags of the second string: 3 bits, the highest is 1 for an unhealthy satellite. */
  readonly health: number
}

const DAY_MS = 86_400_000
const KILOMETRE = 1_000

/** DF038, DF040, DF104 to DF136. */
export function encode1020(ephemeris: Omit<GlonassOrbit, 'constellation'>): Buffer {
  const frameTime = moscowTime(ephemeris.frameMs)
  const halfMinutes = Math.floor((frameTime % DAY_MS) / 30_000)
  const fields = new BitWriter()
    .unsigned(1020, 12)
    .unsigned(ephemeris.satellite, 6)
    .unsigned(ephemeris.frequencyChannel + 7, 5)
    .unsigned(0, 2 + 2) // almanac health not indicated; P1
    .unsigned(Math.floor(halfMinutes / 120), 5)
    .unsigned(Math.floor(halfMinutes / 2) % 60, 6)
    .unsigned(halfMinutes % 2, 1)
    .unsigned(ephemeris.health >>> 2, 1) // the highest bit of Bn
    .unsigned(0, 1) // P2
    .unsigned(Math.round((moscowTime(ephemeris.referenceMs) % DAY_MS) / 900_000), 7)
  for (const axis of [0, 1, 2] as const) {
    scaled(fields, ephemeris.velocity[axis], 24, KILOMETRE * 2 ** -20)
    scaled(fields, ephemeris.position[axis], 27, KILOMETRE * 2 ** -11)
    scaled(fields, ephemeris.acceleration[axis], 5, KILOMETRE * 2 ** -30)
  }
  fields.unsigned(0, 1) // P3
  scaled(fields, ephemeris.gamma, 11, 2 ** -40)
  fields.unsigned(0, 2 + 1) // P; ln of the third string
  scaled(fields, ephemeris.tau, 22, 2 ** -30)
  scaled(fields, ephemeris.deltaTau, 5, 2 ** -30)
  return fields
    .unsigned(ephemeris.age, 5)
    .unsigned(0, 1 + 4) // P4, FT
    .unsigned(dayOfFourYears(frameTime), 11) // NT
    .unsigned(0b01, 2) // GLONASS-M
    .unsigned(0, 1) // the following fields are not filled in
    .unsigned(0, 11 + 32) // NA, tau of the system
    .unsigned(0, 5 + 22 + 1) // N4, tau of GPS, ln of the fifth string
    .unsigned(0, 7) // reserved
    .bytes()
}

const scaled = (fields: BitWriter, value: number, width: number, unit: number) =>
  fields.signMagnitude(Math.round(value / unit), width)

const moscowTime = (ms: number) => ms + 3 * 3_600_000

/** 1 on 1 January of a leap year. */
function dayOfFourYears(moscowMs: number): number {
  const leapYear = Math.floor(new Date(moscowMs).getUTCFullYear() / 4) * 4
  return Math.floor((moscowMs - Date.UTC(leapYear, 0, 1)) / DAY_MS) + 1
}
