// The time of one constellation and its offset from the stream's timeline. They differ often: outdated or missing leap
// seconds, the time scale of another constellation, an epoch that lags behind, a frozen clock.

/** Constellations can round the same instant differently. */
export const SAME_INSTANT_MS = 5
/** A longer step back restarts the timeline (looped recording, reset receiver); a shorter one is a late message. */
export const REPEATED_MS = 10_000
/** Consecutive epochs with a new offset before it is accepted, so that one odd message changes nothing. */
const BELIEVED_AFTER = 3
/** Epochs with the same offset before it counts as certain. */
const SURE_AFTER = 5

export class ConstellationClock {
  /** Offset ahead of the stream's timeline. */
  offsetMs = 0
  /** Whether the constellation has been part of a whole epoch. */
  isKnown = false
  heardMs = Number.NEGATIVE_INFINITY
  /** Size of the last change of its time. */
  stepMs = Number.NaN
  #newestMs = Number.NaN
  #epochsAlike = 0
  #otherMs = 0
  #othersAlike = 0
  #epochsStill = 0
  #stillIn = -1

  /** Records a message with a new time. */
  hear(instantMs: number, arrivalMs: number): void {
    const stepMs = instantMs - this.#newestMs
    if (!(Math.abs(stepMs) <= SAME_INSTANT_MS)) this.stepMs = stepMs
    this.#newestMs = instantMs
    this.heardMs = arrivalMs
    this.#epochsStill = 0
  }

  /** Whether a message with this time is late or repeated. */
  isPast(instantMs: number): boolean {
    const ahead = instantMs - this.#newestMs
    return ahead <= SAME_INSTANT_MS && ahead >= -REPEATED_MS
  }

  /** Records a message with an unchanged time, once per epoch of the other constellations. */
  repeat(instantMs: number, arrivalMs: number, epoch: number): void {
    if (instantMs < this.#newestMs - SAME_INSTANT_MS) return
    this.heardMs = arrivalMs
    if (this.#stillIn === epoch) return
    this.#stillIn = epoch
    this.#epochsStill++
  }

  /** Whether the constellation still appears in the epochs of the others, but its time is frozen. */
  isFrozenIn(epoch: number): boolean {
    return this.#epochsStill >= SURE_AFTER && epoch - this.#stillIn <= SURE_AFTER
  }

  /**
   * Records the offset in a whole epoch. `lineStepMs`: step of the stream's timeline. A clock with another step proves
   * nothing: messages were lost, and the rests of two epochs may have been taken for one.
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

  /** Whether the offset has been stable for `SURE_AFTER` epochs. */
  get isSure(): boolean {
    return this.#epochsAlike >= SURE_AFTER
  }
}
