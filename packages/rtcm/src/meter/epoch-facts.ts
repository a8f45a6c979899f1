// Satellites and latency of the epochs in a slice of time.

import { CONSTELLATIONS, type Constellation } from '../observations/head.ts'
import { Latency, type LatencyFacts } from './latency.ts'
import { Samples } from './samples.ts'

export interface SatelliteCounts {
  readonly total: number
  readonly byConstellation: Readonly<Partial<Record<Constellation, number>>>
}

export interface EpochFacts {
  readonly latency: LatencyFacts
  /** Counts of the last complete epoch; `null` if there was none. The constellations add up to the total. */
  readonly satellites: SatelliteCounts | null
  /** Each median covers only the epochs with that constellation, so they need not add up to the total. */
  readonly medianSatellites: SatelliteCounts | null
}

export class EpochFactsOfSlice {
  readonly #latency = new Latency()
  readonly #totals = new Samples()
  readonly #perConstellation = CONSTELLATIONS.map(() => new Samples())
  /** Satellites of the last epoch, by constellation. */
  readonly #last = new Uint8Array(CONSTELLATIONS.length)
  #lastTotal = 0

  /** Adds a whole epoch, with its satellites by constellation. */
  add(satellites: Uint8Array, latencyMs: number): void {
    this.#latency.add(latencyMs)
    this.#last.set(satellites)
    this.#lastTotal = 0
    for (let index = 0; index < satellites.length; index++) {
      const count = satellites[index]!
      if (count === 0) continue
      this.#lastTotal += count
      this.#perConstellation[index]!.add(count)
    }
    this.#totals.add(this.#lastTotal)
  }

  /** Returns the facts and resets. */
  take(): EpochFacts {
    const latency = this.#latency.take()
    const total = this.#totals.take()
    if (total === null) return { latency, satellites: null, medianSatellites: null }
    const satellites = { total: this.#lastTotal, byConstellation: named((index) => this.#last[index]!) }
    const medians = named((index) => this.#perConstellation[index]!.take())
    return { latency, satellites, medianSatellites: { total, byConstellation: medians } }
  }
}

function named(countOf: (index: number) => number | null): SatelliteCounts['byConstellation'] {
  const counts: Partial<Record<Constellation, number>> = {}
  for (let index = 0; index < CONSTELLATIONS.length; index++) {
    const count = countOf(index)
    if (count) counts[CONSTELLATIONS[index]!] = count
  }
  return counts
}
