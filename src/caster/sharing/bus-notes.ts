// Writes into the records of rovers that the bus is away, whose base sends to another node: who asks why they get nothing should not
// read that the base is down.
import type { Rover } from '../rovers/rover.ts'
import type { BaseFeeds } from '../streams/bases.ts'

/** At a look, of which there are four a second: ten thousand at once would keep streams waiting. */
const AT_ONCE = 200

export class BusNotes {
  readonly #bases: BaseFeeds
  readonly #rovers: readonly Rover[]
  readonly #told = new Set<Rover>()

  constructor(bases: BaseFeeds, rovers: readonly Rover[]) {
    this.#bases = bases
    this.#rovers = rovers
  }

  look(): void {
    const stationIds = Array.from(this.#bases.feeds, (feed) => feed.stationId)
    const cutOff = new Set(stationIds.filter((stationId) => this.#isCutOff(stationId)))
    let left = AT_ONCE
    if (cutOff.size > 0)
      for (const rover of this.#rovers) {
        if (!rover.feed || !cutOff.has(rover.feed.stationId) || this.#told.has(rover)) continue
        this.#told.add(rover)
        rover.note({ code: 'bus_away', params: {} })
        if (--left === 0) return
      }
    for (const rover of this.#told) {
      if (rover.feed && cutOff.has(rover.feed.stationId)) continue
      this.#told.delete(rover)
      if (rover.notes.at(-1)?.code === 'bus_away') rover.note({ code: 'bus_back', params: {} })
      if (--left === 0) return
    }
  }

  /** Not for a moment in which the bus is gone: thousands of records would be written for nothing. */
  #isCutOff(stationId: number): boolean {
    return !this.#bases.feedOf(stationId).pulse.flows(performance.now()) && this.#bases.isCutOff(stationId)
  }
}
