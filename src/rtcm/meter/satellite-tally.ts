// How many satellites an epoch has, by constellation, over the several messages that it comes in.
import { bitsSet, CONSTELLATIONS, type Constellation, type ObservationHead } from '../msm.ts'

export interface SatelliteCounts {
  readonly total: number
  readonly byConstellation: Readonly<Partial<Record<Constellation, number>>>
}

/**
 * Masks are joined and not added up: a constellation with more than 64 cells comes in several messages, which may share
 * satellites. Of a stream that has both MSM and 1001-1012, which only count, the larger number holds.
 */
export class SatelliteTally {
  readonly #to32 = new Int32Array(CONSTELLATIONS.length)
  readonly #from33 = new Int32Array(CONSTELLATIONS.length)
  readonly #counted = new Uint8Array(CONSTELLATIONS.length)

  add({ constellation, satellites, satellitesTo32, satellitesFrom33 }: ObservationHead): void {
    const index = CONSTELLATIONS.indexOf(constellation)
    this.#to32[index]! |= satellitesTo32
    this.#from33[index]! |= satellitesFrom33
    if (satellites > this.#counted[index]!) this.#counted[index] = satellites
  }

  /** Begins anew. */
  take(): SatelliteCounts {
    const byConstellation: Partial<Record<Constellation, number>> = {}
    let total = 0
    for (const [index, constellation] of CONSTELLATIONS.entries()) {
      const inMasks = bitsSet(this.#to32[index]!) + bitsSet(this.#from33[index]!)
      const satellites = Math.max(inMasks, this.#counted[index]!)
      if (satellites > 0) byConstellation[constellation] = satellites
      total += satellites
    }
    this.#to32.fill(0)
    this.#from33.fill(0)
    this.#counted.fill(0)
    return { total, byConstellation }
  }
}
