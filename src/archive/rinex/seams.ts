// Marks where the phase of a signal continues from another source. A receiver's file and its stream count the cycles of
// a phase from different starts, so the change counts as a loss of lock.
import { LOSS_OF_LOCK, type ObservationEpoch } from '@vertice/rtcm'

const SIGNALS = 33
const SATELLITES = 7 * 64

export class Seams {
  /** By satellite and signal: index of the last source, from 1 on. */
  readonly #last = new Uint16Array(SATELLITES * SIGNALS)
  readonly #sources: (string | null)[] = []

  /** Call for every epoch that is written, in order of time. */
  mark(epoch: ObservationEpoch, source: string | null): void {
    const current = this.#indexOf(source)
    for (let row = 0; row < epoch.rows; row++) {
      if (Number.isNaN(epoch.phase[row]!)) continue
      const signal = epoch.satellite[row]! * SIGNALS + epoch.signal[row]!
      const before = this.#last[signal]!
      if (before !== 0 && before !== current) epoch.flags[row]! |= LOSS_OF_LOCK
      this.#last[signal] = current
    }
  }

  #indexOf(source: string | null): number {
    const known = this.#sources.indexOf(source)
    return known >= 0 ? known + 1 : this.#sources.push(source)
  }
}
