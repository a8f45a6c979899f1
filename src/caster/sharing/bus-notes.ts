// Notes in session records that the bus is unavailable, for rovers whose base is connected to another node. Otherwise
// the record would report that the base is down.
import type { CasterComponent } from '../component.ts'
import { OutageNotes } from '../rovers/outage-notes.ts'
import type { Rover } from '../rovers/rover.ts'
import type { BaseFeeds } from '../streams/base-feeds.ts'

export class BusNotes implements CasterComponent {
  readonly #bases: BaseFeeds
  readonly #notes: OutageNotes

  constructor(bases: BaseFeeds, rovers: readonly Rover[]) {
    this.#bases = bases
    const [begin, over] = [{ code: 'bus_away', params: {} } as const, { code: 'bus_back', params: {} } as const]
    this.#notes = new OutageNotes({ rovers, begin, over })
  }

  /** Skips short outages, in which rovers still count as served: notes would write thousands of records. */
  tick(): void {
    const now = performance.now()
    const cutOff = [...this.#bases.feeds].filter(
      ({ pulse, stationId }) => !pulse.flows(now) && this.#bases.isCutOff(stationId),
    )
    this.#notes.update(new Set(cutOff.map(({ stationId }) => stationId)))
  }

  roverEnded(rover: Rover): void {
    this.#notes.roverEnded(rover)
  }
}
