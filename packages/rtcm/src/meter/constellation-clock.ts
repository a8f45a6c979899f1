// One constellation's own line of time, and where it lies beside the stream's. They differ more often than one would think:
// leap seconds that are old or missing, the time scale of another constellation, an epoch that lags behind, a clock that stands.

/** Constellations may round the same instant differently. */
export const SAME_INSTANT_MS = 5
/** Going back this far is late or repeated; farther, a line begins anew (a recording in a loop, a reset receiver). */
export const REPEATED_MS = 10_000
/** So often in a row a clock has to tell another time than before to be believed: one odd message changes nothing. */
const BELIEVED_AFTER = 3
/** So many epochs must have held it to be sure. */
const SURE_AFTER = 5

export class ConstellationClock {
  /** What it is ahead of the stream's line. */
  offsetMs = 0
  /** It has been part of a whole epoch. */
  isKnown = false
  heardMs = Number.NEGATIVE_INFINITY
  /** How far its time moved when it last did. */
  stepMs = Number.NaN
  #newestMs = Number.NaN
  #epochsAlike = 0
  #otherMs = 0
  #othersAlike = 0
  #epochsStill = 0
  #stillIn = -1

  /** News: its time has moved. */
  hear(instantMs: number, arrivalMs: number): void {
    const stepMs = instantMs - this.#newestMs
    if (!(Math.abs(stepMs) <= SAME_INSTANT_MS)) this.stepMs = stepMs
    this.#newestMs = instantMs
    this.heardMs = arrivalMs
    this.#epochsStill = 0
  }

  /** Late or repeated. */
  isPast(instantMs: number): boolean {
    const ahead = instantMs - this.#newestMs
    return ahead <= SAME_INSTANT_MS && ahead >= -REPEATED_MS
  }

  /** The same time as before, in an epoch of the others that it was not in yet. */
  repeat(instantMs: number, arrivalMs: number, epoch: number): void {
    if (instantMs < this.#newestMs - SAME_INSTANT_MS) return
    this.heardMs = arrivalMs
    if (this.#stillIn === epoch) return
    this.#stillIn = epoch
    this.#epochsStill++
  }

  /** It comes in the others' epochs, and its time stands still. */
  isFrozenIn(epoch: number): boolean {
    return this.#epochsStill >= SURE_AFTER && epoch - this.#stillIn <= SURE_AFTER
  }

  /**
   * In a whole epoch it was that much ahead of the stream's line, whose time had moved that far. A clock that moved otherwise says
   * nothing new: messages were lost, and what is left of two epochs may have been taken for one.
   */
  settle(offsetMs: number, lineStepMs: number): void {
    const isSame = Math.abs(offsetMs - this.offsetMs) <= SAME_INSTANT_MS
    if (!isSame && this.isKnown && Math.abs(this.stepMs - lineStepMs) > SAME_INSTANT_MS) return
    if (isSame) {
      this.#othersAlike = 0
      this.#epochsAlike++
    } else {
      this.#othersAlike = Math.abs(offsetMs - this.#otherMs) <= SAME_INSTANT_MS ? this.#othersAlike + 1 : 1
      this.#otherMs = offsetMs
      if (!this.isKnown || this.#othersAlike >= BELIEVED_AFTER) {
        this.offsetMs = offsetMs
        this.#epochsAlike = this.#othersAlike
        this.#othersAlike = 0
      }
    }
    this.isKnown = true
  }

  /** Its offset has held for some epochs. */
  get isSure(): boolean {
    return this.#epochsAlike >= SURE_AFTER
  }
}
