// Which epochs are taken when not all are: those at multiples of the interval in GPS time. That needs no memory, so every node takes the
// same ones, and the same as before a restart. Where a multiple does not come (a receiver that measures at half seconds, an epoch that
// was lost), the first epoch behind it stands in.

const DAY_MS = 86_400_000
/** Constellations, and receivers whose clocks drift, may round the same instant differently. */
const SAME_INSTANT_MS = 5
/** Constellations that come late are of one of the last epochs: they get the same answer as the others. */
const REMEMBERED = 8
/** Nothing comes later than this: what seems older is of another day, or what seemed newer was wrong. */
const LATE_MS = 60_000

export class Thinning {
  readonly #everyMs: number
  readonly #instants = new Float64Array(REMEMBERED).fill(Number.NaN)
  readonly #answers = new Uint8Array(REMEMBERED)
  #next = 0
  #newestMs = Number.NaN

  /** It divides a day. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** `instantMs`: of the day, in GPS time. */
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
    // Of the first one ever nobody knows what came before it: not a number, and no multiple was passed over.
    return sinceDue <= 2 * SAME_INSTANT_MS || (isLater && sinceNewest > sinceDue)
  }
}
