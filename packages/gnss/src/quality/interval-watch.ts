// Finds the interval of a stream from its epochs, and how many are missing.

/** Equal steps in a row after which a longer interval is believed. */
const CONFIRMED = 20
/** A longer step is an interruption, which the health of the station reports. */
const LONGEST_GAP_MS = 60_000

export class IntervalWatch {
  #intervalMs = Number.NaN
  #lastMs = Number.NaN
  #longerMs = 0
  #longerTimes = 0

  /** `intervalMs` is 0 until two epochs arrived. */
  note(gpsMs: number): { readonly intervalMs: number; readonly missed: number } {
    const step = gpsMs - this.#lastMs
    this.#lastMs = gpsMs
    if (!(step > 0 && step <= LONGEST_GAP_MS)) return { intervalMs: this.#intervalMs || 0, missed: 0 }
    if (!(step >= this.#intervalMs)) this.#intervalMs = step
    if (step > this.#intervalMs && step === this.#longerMs) this.#longerTimes++
    else this.#longerTimes = 0
    this.#longerMs = step
    if (this.#longerTimes >= CONFIRMED) this.#intervalMs = step
    return { intervalMs: this.#intervalMs, missed: Math.round(step / this.#intervalMs) - 1 }
  }
}
