// Writes the epochs of a RINEX 2.11 file: the satellites in the epoch line, then five values a line.
import { LOSS_OF_LOCK, type ObservationEpoch, satelliteName } from '@vertice/rtcm'
import type { LineBuffer } from '../../line-buffer.ts'
import type { Band, Version2Types } from './types.ts'

const SATELLITES_PER_LINE = 12
const VALUES_PER_LINE = 5
const KEYS = 7 * 64
const MOST_BANDS = 8
const NONE = -1
const GPS_START_MS = Date.UTC(1980, 0, 6)
const [SPACE, ZERO] = [32, 48]

/** The current epoch as the writer has indexed it. */
export interface EpochIndex {
  readonly epoch: ObservationEpoch
  /** Row of a signal of a satellite; -1 if the epoch does not have it. */
  rowOf(satellite: number, signal: number): number
  /** Flags of a row with the losses of lock of epochs that were left out. Forgets these. */
  takeFlags(row: number): number
}

export class Version2Lines {
  readonly #types: Version2Types
  readonly #values: Float64Array
  readonly #flags: Uint8Array
  /** The signal that the phase of a satellite and band came from in its last epoch. */
  readonly #signals = new Uint8Array(KEYS * MOST_BANDS)

  constructor(types: Version2Types) {
    this.#types = types
    this.#values = new Float64Array(types.names.length)
    this.#flags = new Uint8Array(types.names.length)
  }

  isWritten(satellite: number, signal: number): boolean {
    const bands = this.#types.bands[satellite >>> 6]
    return !!bands?.some(({ pseudoranges }) => pseudoranges.some(({ signals }) => signals.includes(signal)))
  }

  epoch(lines: LineBuffer, gpsMs: number, satellites: Uint16Array): void {
    const at = new Date(GPS_START_MS + gpsMs)
    const two = (part: number) => String(part).padStart(3)
    const parts = [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()].map(two).join('')
    const seconds = ((gpsMs % 60_000) / 1000).toFixed(7).padStart(11)
    const year = String(at.getUTCFullYear() % 100).padStart(2, '0')
    lines.text(` ${year}${parts}${seconds}  0${String(satellites.length).padStart(3)}`)
    for (const [index, satellite] of satellites.entries()) {
      if (index > 0 && index % SATELLITES_PER_LINE === 0) lines.endLine().spaces(32)
      lines.text(satelliteName(satellite))
    }
    lines.endLine()
  }

  satellite(lines: LineBuffer, index: EpochIndex, satellite: number): void {
    this.#values.fill(Number.NaN)
    this.#flags.fill(0)
    for (const [place, band] of this.#types.bands[satellite >>> 6]!.entries())
      this.#band(index, satellite, band, satellite * MOST_BANDS + place)
    for (let column = 0; column < this.#values.length; column++) {
      if (column > 0 && column % VALUES_PER_LINE === 0) lines.endLine()
      const value = this.#values[column]!
      const flags = this.#flags[column]!
      if (Number.isNaN(value)) lines.spaces(16)
      else
        lines
          .fixed3(value)
          .byte(flags === 0 ? SPACE : ZERO + flags)
          .byte(SPACE)
    }
    lines.endLine()
  }

  #band(index: EpochIndex, satellite: number, band: Band, track: number): void {
    const { epoch } = index
    let carrier = NONE
    let spare = NONE
    for (const { column, signals } of band.pseudoranges)
      for (const signal of signals) {
        const row = index.rowOf(satellite, signal)
        if (row === NONE) continue
        if (spare === NONE && !Number.isNaN(epoch.phase[row]!)) spare = row
        if (Number.isNaN(epoch.pseudorange[row]!) || !Number.isNaN(this.#values[column]!)) continue
        this.#values[column] = epoch.pseudorange[row]!
        if (carrier === NONE) carrier = row
      }
    const row = carrier === NONE ? spare : carrier
    if (row === NONE) return
    if (band.doppler >= 0) this.#values[band.doppler] = epoch.doppler[row]!
    this.#values[band.strength] = epoch.cnr[row] === 0 ? Number.NaN : epoch.cnr[row]!
    if (Number.isNaN(epoch.phase[row]!)) return
    this.#values[band.phase] = epoch.phase[row]!
    const before = this.#signals[track]!
    this.#signals[track] = epoch.signal[row]!
    // The phase of another signal has another ambiguity.
    const isOther = before !== 0 && before !== epoch.signal[row]
    this.#flags[band.phase] = index.takeFlags(row) | (isOther ? LOSS_OF_LOCK : 0)
  }
}
