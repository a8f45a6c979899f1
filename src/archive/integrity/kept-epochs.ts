// Copies the epochs of one station at the interval of the baselines. Losses of lock in the epochs between are kept.
import { LOSS_OF_LOCK, ObservationEpoch } from '@vertice/rtcm'

const SIGNALS = 33
/** Receivers round the time of an epoch by a few ms. */
const SAME_INSTANT_MS = 5

export const instantOf = ({ gpsMs }: Pick<ObservationEpoch, 'gpsMs'>, intervalMs: number): number =>
  Math.round(gpsMs / intervalMs) * intervalMs

/** Whether an epoch of this time is at the interval. */
export const isAtInterval = (epoch: Pick<ObservationEpoch, 'gpsMs'>, intervalMs: number): boolean =>
  Math.abs(epoch.gpsMs - instantOf(epoch, intervalMs)) <= SAME_INSTANT_MS

export class KeptEpochs {
  readonly #intervalMs: number
  /** Signals that lost lock in an epoch that is left out. */
  readonly #losses = new Set<number>()
  #lastMs = Number.NEGATIVE_INFINITY

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /** A copy of the epoch; `null` if it is left out. A recording that starts again repeats epochs. */
  keep(epoch: ObservationEpoch, isWanted = true): ObservationEpoch | null {
    const nearest = instantOf(epoch, this.#intervalMs)
    if (!isWanted || !isAtInterval(epoch, this.#intervalMs) || nearest <= this.#lastMs) {
      for (let row = 0; row < epoch.rows; row++)
        if (epoch.flags[row]! & LOSS_OF_LOCK) this.#losses.add(keyOf(epoch, row))
      return null
    }
    this.#lastMs = nearest
    return this.#copy(epoch)
  }

  #copy(epoch: ObservationEpoch): ObservationEpoch {
    const { rows } = epoch
    const kept = Object.assign(Object.create(ObservationEpoch.prototype) as ObservationEpoch, {
      ...{ gpsMs: epoch.gpsMs, receivedMs: epoch.receivedMs, rows },
      ...{ satellite: epoch.satellite.slice(0, rows), signal: epoch.signal.slice(0, rows) },
      ...{ pseudorange: epoch.pseudorange.slice(0, rows), phase: epoch.phase.slice(0, rows) },
      flags: epoch.flags.slice(0, rows),
    })
    for (let row = 0; row < rows; row++) if (this.#losses.delete(keyOf(kept, row))) kept.flags[row]! |= LOSS_OF_LOCK
    return kept
  }
}

const keyOf = (epoch: ObservationEpoch, row: number) => epoch.satellite[row]! * SIGNALS + epoch.signal[row]!
