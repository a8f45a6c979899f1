// The observations of one epoch in columns: row i is one signal of one satellite. An epoch is reused after the callback
// that received it, so that decoding allocates nothing: copy what you keep.
import { CONSTELLATIONS, type Constellation } from '../observations/head.ts'
import { signalCode } from '../observations/msm-signals.ts'

/** 64 cells in each of two messages per constellation, and room for more. */
export const MAX_ROWS = 1024
export const SATELLITES_PER_CONSTELLATION = 64

/** LLI of RINEX: bit 0. */
export const LOSS_OF_LOCK = 1
/** LLI of RINEX: bit 1. */
export const HALF_CYCLE = 2

export class ObservationEpoch {
  /** GPS time in ms, see gps-time.ts. */
  gpsMs = 0
  /** When the first message of the epoch arrived, UTC in ms. */
  receivedMs = 0
  rows = 0
  /** See `satelliteKey`. */
  readonly satellite = new Uint16Array(MAX_ROWS)
  /** Position in the signal mask (DF395). */
  readonly signal = new Uint8Array(MAX_ROWS)
  /** Metres; NaN if not sent. */
  readonly pseudorange = new Float64Array(MAX_ROWS)
  /** Cycles; NaN if not sent, or if the GLONASS channel is unknown. */
  readonly phase = new Float64Array(MAX_ROWS)
  /** Hz, positive while the satellite approaches; NaN if not sent. */
  readonly doppler = new Float64Array(MAX_ROWS)
  /** dB-Hz; 0 if not sent. */
  readonly cnr = new Float64Array(MAX_ROWS)
  /** The shortest time since the last loss of lock that the message allows. */
  readonly lockMs = new Float64Array(MAX_ROWS)
  /** `LOSS_OF_LOCK`, `HALF_CYCLE`. */
  readonly flags = new Uint8Array(MAX_ROWS)
}

/** Satellites of all constellations as one number. `number`: 1 to 64 as in the satellite mask (DF394). */
export const satelliteKey = (constellation: number, number: number): number =>
  constellation * SATELLITES_PER_CONSTELLATION + number - 1

export const SATELLITE_KEYS = CONSTELLATIONS.length * SATELLITES_PER_CONSTELLATION

export const constellationOf = (key: number): Constellation => CONSTELLATIONS[key >>> 6]!
/** 1 to 64, as in the satellite mask. */
export const numberOf = (key: number): number => (key & 63) + 1

/** Letters of RINEX in the order of `CONSTELLATIONS`. */
const LETTERS = 'GRESJCI'
/** RINEX numbers SBAS satellites by PRN - 100, the mask by PRN - 119. */
const SBAS_AHEAD = 19

/** The satellite in a RINEX file, such as G07. */
export function satelliteName(key: number): string {
  const letter = LETTERS[key >>> 6]!
  return `${letter}${String(numberOf(key) + (letter === 'S' ? SBAS_AHEAD : 0)).padStart(2, '0')}`
}

/** RINEX 3 code of a row, such as 1C; `undefined` for a signal that the standard reserves. */
export const codeOf = (epoch: ObservationEpoch, row: number): string | undefined =>
  signalCode(epoch.satellite[row]! >>> 6, epoch.signal[row]!)
