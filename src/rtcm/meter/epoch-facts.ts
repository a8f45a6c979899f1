// What the epochs of a slice of time were like: satellites and latency. An epoch comes in several messages.

import type { Constellation, ObservationHead } from '../msm.ts'
import { Latency, type LatencyFacts } from './latency.ts'
import { Samples } from './samples.ts'
import { type SatelliteCounts, SatelliteTally } from './satellite-tally.ts'

export interface EpochFacts {
  readonly latency: LatencyFacts
  /** Of the last complete epoch; null: there was none. Its constellations add up to its total. */
  readonly satellites: SatelliteCounts | null
  /** Each over the epochs that had it, so they need not add up. */
  readonly medianSatellites: SatelliteCounts | null
}

export class EpochFactsOfSlice {
  readonly #tally = new SatelliteTally()
  readonly #latency = new Latency()
  readonly #totals = new Samples()
  readonly #perConstellation = new Map<Constellation, Samples>()
  /** A `complete` epoch takes further messages like an `open` one: some receivers call every message the last one. */
  #state: 'none' | 'open' | 'complete' = 'none'
  #instantMs = 0
  #arrivalMs = 0
  #lastSatellites: SatelliteCounts | null = null

  begin(instantMs: number): void {
    this.#finish()
    this.#state = 'open'
    this.#instantMs = instantMs
  }

  /** One more message of the epoch that began last. */
  add(head: ObservationHead, arrivalMs: number): void {
    if (this.#state === 'none') return
    this.#tally.add(head)
    if (this.#state === 'open') this.#arrivalMs = arrivalMs
    if (!head.moreFollow) this.#state = 'complete'
  }

  #finish(): void {
    if (this.#state === 'none') return
    this.#state = 'none'
    this.#latency.add(this.#arrivalMs - this.#instantMs)
    const counts = this.#tally.take()
    this.#lastSatellites = counts
    this.#totals.add(counts.total)
    for (const [constellation, satellites] of Object.entries(counts.byConstellation)) {
      this.#samplesOf(constellation as Constellation).add(satellites)
    }
  }

  #samplesOf(constellation: Constellation): Samples {
    const known = this.#perConstellation.get(constellation)
    if (known) return known
    const samples = new Samples()
    this.#perConstellation.set(constellation, samples)
    return samples
  }

  /** Of the epochs that became complete since the last call: one under way belongs to the next slice. */
  take(): EpochFacts {
    if (this.#state === 'complete') this.#finish()
    const satellites = this.#lastSatellites
    this.#lastSatellites = null
    return { latency: this.#latency.take(), satellites, medianSatellites: this.#takeMedians() }
  }

  #takeMedians(): SatelliteCounts | null {
    const total = this.#totals.take()
    if (total === null) return null
    const byConstellation: Partial<Record<Constellation, number>> = {}
    for (const [constellation, samples] of this.#perConstellation) {
      const median = samples.take()
      if (median !== null) byConstellation[constellation] = median
    }
    return { total, byConstellation }
  }
}
