// Writes the epochs of an observation file: RINEX 2.11, 3.05 or 4.02.
import { codeOf, LOSS_OF_LOCK, type ObservationEpoch, satelliteName } from '@vertice/rtcm'
import { LineBuffer } from '../line-buffer.ts'
import { type ObservationHeader, observationHeader, observationHeader2 } from './header.ts'
import type { ObservationTypes } from './types.ts'
import { type EpochIndex, Version2Lines } from './version-2/lines.ts'
import { version2Types } from './version-2/types.ts'

const CONSTELLATIONS = 7
const SATELLITES = 64
const SIGNALS = 33
const KEYS = CONSTELLATIONS * SATELLITES
const NAMES = Array.from({ length: KEYS }, (_, key) => satelliteName(key))
const [SPACE, ZERO] = [32, 48]
const GPS_START_MS = Date.UTC(1980, 0, 6)

export class ObservationWriter {
  readonly #lines: LineBuffer
  readonly #types: ObservationTypes
  /** Losses of lock that no written phase has reported yet, by satellite and signal. */
  readonly #losses = new Uint8Array(KEYS * SIGNALS)
  /** Row of each signal in the current epoch, and the epoch that it belongs to. */
  readonly #rows = new Uint16Array(KEYS * SIGNALS)
  readonly #rowsOf = new Uint32Array(KEYS * SIGNALS)
  /** Number of the last epoch that has the satellite. */
  readonly #seenIn = new Uint32Array(KEYS)
  readonly #satellites = new Uint16Array(KEYS)
  #epochs = 0
  /** `null` for RINEX 3 and 4. */
  readonly #version2: Version2Lines | null

  constructor(header: ObservationHeader, types: ObservationTypes, out: (bytes: Buffer) => void) {
    this.#types = types
    this.#lines = new LineBuffer(out)
    const version2 = header.version === '2.11' ? version2Types(types) : null
    this.#version2 = version2 ? new Version2Lines(version2) : null
    const head = version2 ? observationHeader2(header, types, version2) : observationHeader(header, types)
    for (const line of head) this.#lines.text(line).endLine()
  }

  /** Call for every epoch that is left out: its losses of lock are reported in the next epoch that is written. */
  skip(epoch: ObservationEpoch): void {
    for (let row = 0; row < epoch.rows; row++)
      if (epoch.flags[row]! & LOSS_OF_LOCK)
        this.#losses[epoch.satellite[row]! * SIGNALS + epoch.signal[row]!] = LOSS_OF_LOCK
  }

  write(epoch: ObservationEpoch): void {
    const count = this.#index(epoch)
    if (count === 0) return
    const satellites = this.#satellites.subarray(0, count).sort()
    if (this.#version2) {
      this.#version2.epoch(this.#lines, epoch.gpsMs, satellites)
      const index = this.#epochIndex(epoch)
      for (const satellite of satellites) this.#version2.satellite(this.#lines, index, satellite)
      return
    }
    this.#epochLine(epoch.gpsMs, count)
    for (const satellite of satellites) this.#satelliteLine(epoch, satellite)
  }

  /** Passes on what was written. More epochs can follow. */
  end(): void {
    this.#lines.flush()
  }

  /** Finds the rows of each satellite; returns the number of satellites to write. */
  #index(epoch: ObservationEpoch): number {
    const number = ++this.#epochs
    let count = 0
    for (let row = 0; row < epoch.rows; row++) {
      const satellite = epoch.satellite[row]!
      if (this.#types[satellite >>> 6] === null) continue
      const at = satellite * SIGNALS + epoch.signal[row]!
      if (epoch.flags[row]! & LOSS_OF_LOCK) this.#losses[at] = LOSS_OF_LOCK
      this.#rows[at] = row
      this.#rowsOf[at] = number
      if (this.#seenIn[satellite] === number || !hasValue(epoch, row) || codeOf(epoch, row) === undefined) continue
      if (this.#version2?.isWritten(satellite, epoch.signal[row]!) === false) continue
      this.#seenIn[satellite] = number
      this.#satellites[count++] = satellite
    }
    return count
  }

  #epochIndex(epoch: ObservationEpoch): EpochIndex {
    return {
      epoch,
      rowOf: (satellite, signal) => {
        const at = satellite * SIGNALS + signal
        return this.#rowsOf[at] === this.#epochs ? this.#rows[at]! : -1
      },
      takeFlags: (row) => {
        const at = epoch.satellite[row]! * SIGNALS + epoch.signal[row]!
        const flags = epoch.flags[row]! | this.#losses[at]!
        this.#losses[at] = 0
        return flags
      },
    }
  }

  #epochLine(gpsMs: number, satellites: number): void {
    const at = new Date(GPS_START_MS + gpsMs)
    const two = (part: number) => String(part).padStart(2, '0')
    // Epochs of a file that was read can have fractions of a millisecond.
    const seconds = ((gpsMs % 60_000) / 1000).toFixed(7).padStart(10)
    const date = `${at.getUTCFullYear()} ${two(at.getUTCMonth() + 1)} ${two(at.getUTCDate())}`
    this.#lines
      .text(
        `> ${date} ${two(at.getUTCHours())} ${two(at.getUTCMinutes())} ${seconds}  0${String(satellites).padStart(3)}`,
      )
      .endLine()
  }

  #satelliteLine(epoch: ObservationEpoch, satellite: number): void {
    const lines = this.#lines
    const { signals, hasDoppler } = this.#types[satellite >>> 6]!
    lines.text(NAMES[satellite]!)
    for (const signal of signals) {
      const at = satellite * SIGNALS + signal
      if (this.#rowsOf[at] !== this.#epochs) {
        lines.spaces(hasDoppler ? 64 : 48)
        continue
      }
      const row = this.#rows[at]!
      this.#value(epoch.pseudorange[row]!, 0)
      this.#value(epoch.phase[row]!, epoch.flags[row]! | this.#losses[at]!)
      // A phase that is missing does not report its loss: the next one does.
      if (!Number.isNaN(epoch.phase[row]!)) this.#losses[at] = 0
      if (hasDoppler) this.#value(epoch.doppler[row]!, 0)
      this.#value(epoch.cnr[row]! === 0 ? Number.NaN : epoch.cnr[row]!, 0)
    }
    lines.endLine()
  }

  #value(value: number, flags: number): void {
    const lines = this.#lines
    if (Number.isNaN(value)) lines.spaces(16)
    else
      lines
        .fixed3(value)
        .byte(flags === 0 ? SPACE : ZERO + flags)
        .byte(SPACE)
  }
}

const hasValue = (epoch: ObservationEpoch, row: number) =>
  !Number.isNaN(epoch.pseudorange[row]!) || !Number.isNaN(epoch.phase[row]!)
