// Writes into the records of rovers that their base's stream comes from its second source, and from its first again.
import type { BackupLine } from '../../domain/stations/backup.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { Feed } from '../streams/feed.ts'
import type { Rover } from './rover.ts'

/** At a look, of which there is one a second: ten thousand at once would keep streams waiting. */
const AT_ONCE = 500

export class BackupNotes {
  readonly #bases: BaseFeeds
  readonly #rovers: readonly Rover[]
  /** Who was told of which. */
  readonly #told = new Map<Rover, { readonly feed: Feed; readonly source: BackupLine }>()

  constructor(bases: BaseFeeds, rovers: readonly Rover[]) {
    this.#bases = bases
    this.#rovers = rovers
  }

  ended(rover: Rover): void {
    this.#told.delete(rover)
  }

  look(): void {
    const isSome = [...this.#bases.feeds].some(({ backup }) => backup !== null)
    if (!isSome && this.#told.size === 0) return
    let left = AT_ONCE
    for (const rover of this.#rovers) {
      // What is made of a station's stream comes from where that comes from.
      const feed = rover.feed && this.#bases.feedOf(rover.feed.stationId)
      const told = this.#told.get(rover)
      if ((feed?.backup ?? null) === (told?.source ?? null) && (!told || told.feed === feed)) continue
      if (feed && feed.backup !== null) {
        this.#told.set(rover, { feed, source: feed.backup })
        rover.note({ code: 'backup', params: { source: feed.backup } })
      } else {
        this.#told.delete(rover)
        // Who went to another base is told of that.
        if (told?.feed === feed) rover.note({ code: 'backup_over', params: {} })
      }
      if (--left === 0) return
    }
  }
}
