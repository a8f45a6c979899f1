// Notes in session records when the base's stream comes from its standby source, and when it comes from its first
// source again.
import type { StandbySourceKind } from '../../domain/stations/standby.ts'
import type { CasterComponent } from '../component.ts'
import type { BaseFeeds } from '../streams/base-feeds.ts'
import type { Feed } from '../streams/feed.ts'
import type { Rover } from './rover.ts'

/** Notes per tick: ten thousand at once would delay streams. */
const NOTES_PER_TICK = 500

export class StandbyNotes implements CasterComponent {
  readonly tickMs = 1_000
  readonly #bases: BaseFeeds
  readonly #rovers: readonly Rover[]
  /** The standby source that each rover's record mentions last. */
  readonly #noted = new Map<Rover, { readonly feed: Feed; readonly source: StandbySourceKind }>()

  constructor(bases: BaseFeeds, rovers: readonly Rover[]) {
    this.#bases = bases
    this.#rovers = rovers
  }

  roverEnded(rover: Rover): void {
    this.#noted.delete(rover)
  }

  tick(): void {
    const isSome = [...this.#bases.feeds].some(({ standby }) => standby !== null)
    if (!isSome && this.#noted.size === 0) return
    let left = NOTES_PER_TICK
    for (const rover of this.#rovers) {
      // A derived stream has the source of its station.
      const feed = rover.feed && this.#bases.feedOf(rover.feed.stationId)
      const noted = this.#noted.get(rover)
      if ((feed?.standby ?? null) === (noted?.source ?? null) && (!noted || noted.feed === feed)) continue
      if (feed && feed.standby !== null) {
        this.#noted.set(rover, { feed, source: feed.standby })
        rover.note({ code: 'backup', params: { source: feed.standby } })
      } else {
        this.#noted.delete(rover)
        // A change to another base has its own note.
        if (noted?.feed === feed) rover.note({ code: 'backup_over', params: {} })
      }
      if (--left === 0) return
    }
  }
}
