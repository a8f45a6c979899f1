// Which observation messages are of one epoch, told as they come: the next epoch begins behind the message that says it is the last, or,
// where that one was lost or left out, with a message whose constellation is there already with another time. Times of different
// constellations are compared only where they have agreed before: there are receivers whose leap seconds are wrong.
import { CONSTELLATIONS } from '../observations/head.ts'

const SAME_INSTANT_MS = 5
const ABSENT = Number.NaN

export class EpochRuns {
  /** By constellation, in this run. */
  readonly #times = new Float64Array(CONSTELLATIONS.length).fill(ABSENT)
  /** By constellation: it told the time of the run that it was in last. */
  readonly #agrees = new Uint8Array(CONSTELLATIONS.length)
  #instantMs = Number.NaN
  #hasEnded = true

  /** Whether this message begins another epoch. `instantMs`: in GPS time. */
  begins(constellation: number, instantMs: number): boolean {
    if (this.#hasEnded) return true
    const before = this.#times[constellation]!
    const isAtRun = Math.abs(instantMs - this.#instantMs) <= SAME_INSTANT_MS
    return Number.isNaN(before) ? !isAtRun && this.#agrees[constellation] === 1 : before !== instantMs
  }

  restart(instantMs: number): void {
    this.#times.fill(ABSENT)
    this.#instantMs = instantMs
    this.#hasEnded = false
  }

  join(constellation: number, instantMs: number, moreFollow: boolean): void {
    this.#times[constellation] = instantMs
    this.#agrees[constellation] = Math.abs(instantMs - this.#instantMs) <= SAME_INSTANT_MS ? 1 : 0
    this.#hasEnded = !moreFollow
  }

  /** What follows is of another connection. */
  breakOff(): void {
    this.#hasEnded = true
  }
}
