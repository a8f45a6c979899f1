// Builds epochs from the values of satellite lines.
import { HALF_CYCLE, LOSS_OF_LOCK, ObservationEpoch, satelliteKey, utcFromGps } from '@vertice/rtcm'
import type { Columns } from './columns.ts'
import { MOST_TYPES } from './header.ts'

const KEYS = 7 * 64
const SIGNALS = 33
const NUMBERS = 64

export class EpochBuilder {
  /** Satellites with a number that RTCM cannot express, repeated satellites, and rows beyond the size of an epoch. */
  leftOutSatellites = 0
  /** The values of one satellite, by column; NaN if missing. */
  readonly values = new Float64Array(MOST_TYPES)
  /** Loss-of-lock indicators by column. */
  readonly indicators = new Uint8Array(MOST_TYPES)
  readonly #epoch = new ObservationEpoch()
  /** Since when each signal is tracked without a reported loss, as far as the file shows. */
  readonly #lockedSinceMs = new Float64Array(KEYS * SIGNALS).fill(Number.NaN)
  readonly #seenIn = new Uint32Array(KEYS)
  readonly #rowOfSlot = new Int16Array(MOST_TYPES)
  #epochs = 0
  #isAfterPowerFailure = false

  begin(gpsMs: number, isAfterPowerFailure: boolean): void {
    this.#epochs++
    this.#epoch.gpsMs = gpsMs
    this.#epoch.receivedMs = utcFromGps(gpsMs)
    this.#epoch.rows = 0
    this.#isAfterPowerFailure = isAfterPowerFailure
  }

  /** `null` if no satellite has a value. */
  take(): ObservationEpoch | null {
    return this.#epoch.rows === 0 ? null : this.#epoch
  }

  /** Adds the satellite that `values` and `indicators` describe. */
  add(constellation: number, number: number, columns: Columns): void {
    const key = satelliteKey(constellation, number)
    const capacity = this.#epoch.satellite.length - this.#epoch.rows
    if (!(number >= 1 && number <= NUMBERS) || this.#seenIn[key] === this.#epochs || capacity < columns.slots.length) {
      this.leftOutSatellites++
      return
    }
    this.#seenIn[key] = this.#epochs
    const { values } = this
    for (const [slot, { code }] of columns.slots.entries()) {
      const range = code < 0 ? Number.NaN : values[code]!
      this.#rowOfSlot[slot] = -1
      if (Number.isNaN(range)) continue
      this.#epoch.pseudorange[this.#row(key, slot, columns)] = range
    }
    for (const carrier of columns.carriers) {
      const phase = carrier.phase < 0 ? Number.NaN : values[carrier.phase]!
      const doppler = carrier.doppler < 0 ? Number.NaN : values[carrier.doppler]!
      const strength = carrier.strength < 0 ? Number.NaN : values[carrier.strength]!
      if (Number.isNaN(phase) && Number.isNaN(doppler) && Number.isNaN(strength)) continue
      const row = this.#row(key, this.#slotOf(carrier.slots), columns)
      this.#epoch.phase[row] = phase
      this.#epoch.doppler[row] = doppler
      this.#epoch.cnr[row] = Number.isNaN(strength) ? 0 : strength
      if (!Number.isNaN(phase)) this.#setLock(row, this.indicators[carrier.phase]!)
    }
  }

  #slotOf(slots: readonly number[]): number {
    for (const slot of slots) if (this.#rowOfSlot[slot]! >= 0) return slot
    return slots[0]!
  }

  /** The row of a slot; a new one without values if there is none. */
  #row(key: number, slot: number, { slots }: Columns): number {
    if (this.#rowOfSlot[slot]! >= 0) return this.#rowOfSlot[slot]!
    const epoch = this.#epoch
    const row = epoch.rows++
    this.#rowOfSlot[slot] = row
    epoch.satellite[row] = key
    epoch.signal[row] = slots[slot]!.signal
    epoch.pseudorange[row] = Number.NaN
    epoch.phase[row] = Number.NaN
    epoch.doppler[row] = Number.NaN
    epoch.cnr[row] = 0
    epoch.lockMs[row] = 0
    epoch.flags[row] = 0
    return row
  }

  #setLock(row: number, indicator: number): void {
    const epoch = this.#epoch
    const at = epoch.satellite[row]! * SIGNALS + epoch.signal[row]!
    const flags = (indicator & (LOSS_OF_LOCK | HALF_CYCLE)) | (this.#isAfterPowerFailure ? LOSS_OF_LOCK : 0)
    const sinceMs = this.#lockedSinceMs[at]!
    if (flags & LOSS_OF_LOCK || !(sinceMs <= epoch.gpsMs)) this.#lockedSinceMs[at] = epoch.gpsMs
    epoch.lockMs[row] = epoch.gpsMs - this.#lockedSinceMs[at]!
    epoch.flags[row] = flags
  }
}
