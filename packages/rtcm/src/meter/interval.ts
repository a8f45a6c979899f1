// Learns the interval between the epochs of a stream.

/** Receivers with unsteered clocks are occasionally off by a millisecond. */
const GRAIN_MS = 5
const LONGEST_MS = 60_000
const CERTAIN_AFTER = 5

/**
 * A lost epoch makes an interval look too long, never too short. So a shorter interval is accepted after two in a row,
 * a longer one only after five alike: a stream that randomly loses every second epoch keeps its rate.
 */
export class Interval {
  #known: number | null = null
  #last = 0
  #alike = 0

  get ms(): number | null {
    return this.#known
  }

  learn(differenceMs: number): void {
    const difference = Math.round(differenceMs / GRAIN_MS) * GRAIN_MS
    this.#alike = difference === this.#last ? this.#alike + 1 : 1
    this.#last = difference
    if (difference > LONGEST_MS) return
    const needed = this.#known === null || difference < this.#known ? 2 : CERTAIN_AFTER
    if (this.#alike >= needed) this.#known = difference
  }
}
