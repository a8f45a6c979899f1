// Appends rows to an epoch. A signal that the epoch already has is ignored, so that a message received twice, or from
// two receivers, does not change it.
import { LockLosses } from './lock-losses.ts'
import {
  HALF_CYCLE,
  LOSS_OF_LOCK,
  MAX_ROWS,
  ObservationEpoch,
  SATELLITE_KEYS,
  satelliteKey,
} from './observation-epoch.ts'

const SIGNALS = 33

export class EpochRows {
  epoch = new ObservationEpoch()
  /** Rows left out because the epoch was full. */
  overflow = 0
  readonly #losses = new LockLosses()
  /** For each signal of each satellite: the time of the last epoch that has it. */
  readonly #newest = new Float64Array(SATELLITE_KEYS * SIGNALS).fill(Number.NaN)

  /** Returns the index of a new row without values; -1 if the epoch has the signal, or is full. */
  add(constellation: number, satellite: number, signal: number): number {
    const { epoch } = this
    const key = satelliteKey(constellation, satellite)
    const at = key * SIGNALS + signal
    if (this.#newest[at] === epoch.gpsMs) return -1
    if (epoch.rows === MAX_ROWS) {
      this.overflow++
      return -1
    }
    this.#newest[at] = epoch.gpsMs
    const row = epoch.rows++
    epoch.satellite[row] = key
    epoch.signal[row] = signal
    epoch.pseudorange[row] = Number.NaN
    epoch.phase[row] = Number.NaN
    epoch.doppler[row] = Number.NaN
    epoch.cnr[row] = 0
    epoch.lockMs[row] = 0
    epoch.flags[row] = 0
    return row
  }

  setLock(row: number, lockMs: number, belowMs: number, isHalfCycle: boolean): void {
    const { epoch } = this
    const isLost = this.#losses.note(epoch.satellite[row]!, epoch.signal[row]!, epoch.gpsMs, lockMs, belowMs)
    epoch.lockMs[row] = lockMs
    epoch.flags[row] = (isLost ? LOSS_OF_LOCK : 0) | (isHalfCycle ? HALF_CYCLE : 0)
  }
}
