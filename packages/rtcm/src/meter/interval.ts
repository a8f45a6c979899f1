// The time between two epochs of a stream, learned from what comes.

/** Receivers whose clock is not steered are off by a millisecond now and then. */
const GRAIN_MS = 5
const LONGEST_MS = 60_000
const CERTAIN_AFTER = 5

/**
 * A lost epoch makes a difference that is too long, never one that is too short. So a shorter one is believed when it comes
 * twice in a row, a longer one only after five alike: a stream that loses every second epoch at random keeps its rate.
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
