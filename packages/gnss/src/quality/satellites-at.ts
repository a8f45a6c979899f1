// Positions of all satellites at an instant, computed once for all stations.
import type { EphemerisBook } from '../orbits/ephemeris-book.ts'
import type { SatelliteState } from '../orbits/state.ts'

/** Travel time of a signal of a satellite at 22,500 km. At 40,000 km the direction is off by 0.001 degrees. */
const TRAVEL_S = 0.075
/** Stations are rarely more than a few instants apart. */
const KEPT = 4

export class SatellitesAt {
  readonly #book: EphemerisBook
  readonly #instants = new Map<number, ReadonlyMap<number, SatelliteState>>()

  constructor(book: EphemerisBook) {
    this.#book = book
  }

  /** By satellite key; satellites without a valid ephemeris and unhealthy ones are missing. */
  states(gpsMs: number): ReadonlyMap<number, SatelliteState> {
    const known = this.#instants.get(gpsMs)
    if (known) return known
    const states = new Map<number, SatelliteState>()
    for (const satellite of this.#book.satellites) {
      const state = this.#book.state(satellite, gpsMs / 1000 - TRAVEL_S)
      if (state) states.set(satellite, state)
    }
    if (this.#instants.size >= KEPT) this.#instants.delete(this.#instants.keys().next().value!)
    this.#instants.set(gpsMs, states)
    return states
  }
}
