// Thins a stream to the epochs at multiples of the interval in GPS time. This needs no state, so every node keeps the
// same epochs, also after a restart. If no epoch lies on a multiple (a receiver that measures at half seconds, a lost
// epoch), the first epoch after it is kept.

const DAY_MS = 86_400_000
/** Constellations, and receivers with drifting clocks, can round the same instant differently. */
const SAME_INSTANT_MS = 5
/** Decisions about recent epochs, so that a late constellation gets the same decision as the others. */
const REMEMBERED = 8
/** No message arrives later than this. One that seems older is of another day, or a newer time was wrong. */
const LATE_MS = 60_000

export class Thinning {
  readonly #everyMs: number
  readonly #instants = new Float64Array(REMEMBERED).fill(Number.NaN)
  readonly #answers = new Uint8Array(REMEMBERED)
  #next = 0
  #newestMs = Number.NaN

  /** `everyMs` must divide a day. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** `instantMs`: time of the day in GPS time. */
  takes(instantMs: number): boolean {
    for (let i = 0; i < REMEMBERED; i++)
      if (Math.abs(instantMs - this.#instants[i]!) <= SAME_INSTANT_MS) return this.#answers[i] === 1
    const isTaken = this.#isDue(instantMs)
    this.#instants[this.#next] = instantMs
    this.#answers[this.#next] = isTaken ? 1 : 0
    this.#next = (this.#next + 1) % REMEMBERED
    return isTaken
  }

  #isDue(instantMs: number): boolean {
    const sinceDue = (instantMs + SAME_INSTANT_MS) % this.#everyMs
    const sinceNewest = (instantMs - this.#newestMs + DAY_MS) % DAY_MS
    const isLater = !(DAY_MS - sinceNewest <= LATE_MS)
    if (isLater) this.#newestMs = instantMs
    // For the first epoch `sinceNewest` is NaN: it is unknown whether a multiple was missed before.
    return sinceDue <= 2 * SAME_INSTANT_MS || (isLater && sinceNewest > sinceDue)
  }
}
