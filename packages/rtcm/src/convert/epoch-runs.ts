// Assigns observation messages to epochs as they arrive. The next epoch starts after a message that is marked as the
// last. If that message was lost or left out, it starts with a message whose constellation is already present with
// another time. Times of different constellations are compared only if they have agreed before: some receivers have
// wrong leap seconds.
import { CONSTELLATIONS } from '../observations/head.ts'

const SAME_INSTANT_MS = 5
const ABSENT = Number.NaN

export class EpochRuns {
  /** Time of each constellation in this run. */
  readonly #times = new Float64Array(CONSTELLATIONS.length).fill(ABSENT)
  /** By constellation: whether its time agreed with that of the run when it last joined one. */
  readonly #agrees = new Uint8Array(CONSTELLATIONS.length)
  #instantMs = Number.NaN
  #hasEnded = true

  /** Whether this message starts another epoch. `instantMs` is in GPS time. */
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

  /** Call before the bytes of another connection. */
  breakOff(): void {
    this.#hasEnded = true
  }
}
