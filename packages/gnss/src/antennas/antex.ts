// Reads antenna calibrations from ANTEX files (1.4), as the IGS publishes them.

/** Where the phase centre of an antenna is on one frequency: metres from its reference point. */
export interface PhaseCentre {
  readonly north: number
  readonly east: number
  readonly up: number
  /** Metres by zenith distance, from 0 degrees on, every `stepDegrees`. */
  readonly variations: readonly number[]
  readonly stepDegrees: number
}

/** By frequency, as ANTEX names it: `G01`. */
export type AntennaCalibration = ReadonlyMap<string, PhaseCentre>

const LABEL_AT = 60
const TYPE_LENGTH = 20
const RADOME_AT = 16
const FREQUENCY = /^ {3}([GREJCSI]\d\d)/
const MM = 1000
/** Announced by stations that have removed the effects of their antenna from the observations. */
const NULL_ANTENNA = 'ADVNULLANTENNA'
/** The row of variations that is the mean over all azimuths. */
const MEAN = '   NOAZI'

const keyOf = (antenna: string, radome: string) => `${antenna.padEnd(RADOME_AT)}${radome}`

/** Fed with the lines of a file, so that the 40 MB of the IGS are never in memory at once. */
export class AntennaCalibrations {
  readonly #byType = new Map<string, AntennaCalibration>()
  #type = ''
  #isReceiver = false
  #stepDegrees = 5
  #frequencies = new Map<string, PhaseCentre>()
  #frequency: string | null = null
  #offset: readonly number[] = [0, 0, 0]

  get size(): number {
    return this.#byType.size
  }

  addLine(line: string): void {
    const label = line.slice(LABEL_AT).trim()
    if (label === 'START OF ANTENNA') this.#frequencies = new Map()
    else if (label === 'TYPE / SERIAL NO') {
      this.#type = keyOf(line.slice(0, RADOME_AT).trim(), line.slice(RADOME_AT, TYPE_LENGTH).trim() || 'NONE')
      // Satellites have their number here, individually calibrated antennas their serial number.
      this.#isReceiver = line.slice(TYPE_LENGTH, 2 * TYPE_LENGTH).trim() === ''
    } else if (label === 'ZEN1 / ZEN2 / DZEN') this.#stepDegrees = Number(line.slice(14, 20)) || 5
    else if (label === 'START OF FREQUENCY') this.#frequency = FREQUENCY.exec(line)?.[1] ?? null
    else if (label === 'NORTH / EAST / UP') this.#offset = metresIn(line.slice(0, LABEL_AT))
    else if (this.#frequency !== null && line.startsWith(MEAN)) {
      const [north = 0, east = 0, up = 0] = this.#offset
      const centre = { north, east, up, variations: metresIn(line.slice(MEAN.length)), stepDegrees: this.#stepDegrees }
      this.#frequencies.set(this.#frequency, centre)
    } else if (label === 'END OF FREQUENCY') this.#frequency = null
    else if (label === 'END OF ANTENNA' && this.#isReceiver && this.#frequencies.size > 0)
      this.#byType.set(this.#type, this.#frequencies)
  }

  /** Without a calibration of this radome, that without a radome is used. */
  find(antenna: string, radome: string): AntennaCalibration | null {
    if (antenna === NULL_ANTENNA) return new Map()
    return this.#byType.get(keyOf(antenna, radome || 'NONE')) ?? this.#byType.get(keyOf(antenna, 'NONE')) ?? null
  }
}

const metresIn = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((mm) => Number(mm) / MM)
