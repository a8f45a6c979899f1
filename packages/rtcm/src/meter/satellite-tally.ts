// How many satellites an epoch has, by constellation, over the several messages that it comes in.
import { bitsSet, CONSTELLATIONS, type ObservationHead } from '../observations/head.ts'

const SBAS = CONSTELLATIONS.indexOf('SBS')

/**
 * Masks are joined and not added up: a constellation with more than 64 cells comes in several messages, which may share
 * satellites. Of a stream that has both MSM and 1001-1012, which only count, the larger number holds.
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

  /** By constellation, without those of `others` (bits by constellation). Only lent, until the next call. */
  counts(others: number): Uint8Array {
    for (let index = 0; index < CONSTELLATIONS.length; index++) {
      const inMasks = bitsSet(this.#to32[index]!) + bitsSet(this.#from33[index]!)
      this.#counts[index] = (others >> index) & 1 ? 0 : Math.max(inMasks, this.#counted[index]!)
    }
    return this.#counts
  }

  /** All but `kept`, bits by constellation. */
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
