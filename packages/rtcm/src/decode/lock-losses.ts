// Finds losses of lock. A message carries the time since the last loss in steps; a loss is certain if that time went
// down, or is shorter than the time since the previous observation.
import { SATELLITE_KEYS } from './observation-epoch.ts'

const SIGNALS = 33

export class LockLosses {
  readonly #lockMs = new Float64Array(SATELLITE_KEYS * SIGNALS)
  readonly #seenMs = new Float64Array(SATELLITE_KEYS * SIGNALS).fill(Number.NaN)

  /**
   * `lockMs` and `belowMs`: the bounds that the field gives. Returns whether lock was lost since the previous
   * observation of the signal; the first observation has no loss.
   */
  note(satellite: number, signal: number, gpsMs: number, lockMs: number, belowMs: number): boolean {
    const at = satellite * SIGNALS + signal
    const beforeMs = this.#lockMs[at]!
    const elapsedMs = gpsMs - this.#seenMs[at]!
    this.#lockMs[at] = lockMs
    this.#seenMs[at] = gpsMs
    if (Number.isNaN(elapsedMs)) return false
    // Data that is sent again goes back in time, and its lock times by as much.
    if (elapsedMs <= 0) return belowMs <= beforeMs + elapsedMs
    return lockMs < beforeMs || belowMs <= elapsedMs
  }
}
