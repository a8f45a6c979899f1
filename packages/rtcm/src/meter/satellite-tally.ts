// Counts the satellites of an epoch by constellation, over its messages.
import { bitsSet, CONSTELLATIONS, type ObservationHead } from '../observations/head.ts'

const SBAS = CONSTELLATIONS.indexOf('SBS')

/**
 * Masks are combined, not added: a constellation with more than 64 cells needs several messages, which can share
 * satellites. For a stream with both MSM and 1001-1012, which have only a count, the larger number is used.
 */
export class SatelliteTally {
  readonly #to32 = new Int32Array(CONSTELLATIONS.length)
  readonly #from33 = new Int32Array(CONSTELLATIONS.length)
  readonly #counted = new Uint8Array(CONSTELLATIONS.length)
  readonly #counts = new Uint8Array(CONSTELLATIONS.length)

  add(index: number, { satellites, sbasSatellites, satellitesTo32, satellitesFrom33 }: ObservationHead): void {
    this.#to32[index]! |= satellitesTo32
    this.#from33[index]! |= satellitesFrom33
    if (satellites > this.#counted[index]!) this.#counted[index] = satellites
    if (sbasSatellites > this.#counted[SBAS]!) this.#counted[SBAS] = sbasSatellites
  }

  /** Counts by constellation, without `others` (a bit mask of constellations). Valid until the next call. */
  counts(others: number): Uint8Array {
    for (let index = 0; index < CONSTELLATIONS.length; index++) {
      const inMasks = bitsSet(this.#to32[index]!) + bitsSet(this.#from33[index]!)
      this.#counts[index] = (others >> index) & 1 ? 0 : Math.max(inMasks, this.#counted[index]!)
    }
    return this.#counts
  }

  /** Clears all but `kept` (a bit mask of constellations). */
  clear(kept: number): void {
    if (kept === 0) {
      this.#to32.fill(0)
      this.#from33.fill(0)
      this.#counted.fill(0)
      return
    }
    for (let index = 0; index < CONSTELLATIONS.length; index++) if (!((kept >> index) & 1)) this.forget(index)
  }

  forget(index: number): void {
    this.#to32[index] = 0
    this.#from33[index] = 0
    this.#counted[index] = 0
  }
}
