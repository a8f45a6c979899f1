// Notes in session records that the stream of a rover's base does not arrive for a known reason, and when it arrives
// again.
import type { Note } from '../../domain/sessions/session.ts'
import type { Rover } from './rover.ts'

/** Notes per update: ten thousand at once would delay streams. */
const NOTES_PER_UPDATE = 200

export interface OutageNotesDependencies {
  readonly rovers: readonly Rover[]
  /** The note at the start of the outage. */
  readonly begin: Note
  /** The note at its end, unless another note has replaced the first one. */
  readonly over: Note
}

export class OutageNotes {
  readonly #dependencies: OutageNotesDependencies
  readonly #noted = new Set<Rover>()

  constructor(dependencies: OutageNotesDependencies) {
    this.#dependencies = dependencies
  }

  /** `stationIds`: the stations whose stream does not arrive now. */
  update(stationIds: ReadonlySet<number>): void {
    const { rovers, begin, over } = this.#dependencies
    let left = NOTES_PER_UPDATE
    if (stationIds.size > 0)
      for (const rover of rovers) {
        if (!rover.feed || !stationIds.has(rover.feed.stationId) || this.#noted.has(rover)) continue
        this.#noted.add(rover)
        rover.note(begin)
        if (--left === 0) return
      }
    for (const rover of this.#noted) {
      if (rover.feed && stationIds.has(rover.feed.stationId)) continue
      this.#noted.delete(rover)
      if (rover.notes.at(-1)?.code === begin.code) rover.note(over)
      if (--left === 0) return
    }
  }

  roverEnded(rover: Rover): void {
    this.#noted.delete(rover)
  }
}
