// The stations' streams in this caster: who brings them, who lives, and which of them a network rover gets.

import { distanceKm, type Position } from '../domain/geometry/geodesy.ts'
import { Bases, type Following } from '../domain/network/base-following.ts'
import type { Station } from '../domain/stations/station.ts'
import { Feed } from './feed.ts'
import type { Book } from './services.ts'

export class BaseFeeds {
  readonly #feeds = new Map<number, Feed>()
  readonly #stableMs: number
  #book: Book | null = null
  #byMountpoint = new Map<string, Station>()
  #byId = new Map<number, Station>()
  #picture: string | null = null
  #bases = new Bases([])
  /** Counts up whenever a base came, went, moved, or became stable. */
  version = 0

  constructor(stableMs: number) {
    this.#stableMs = stableMs
  }

  use(book: Book): void {
    if (this.#book === book) return
    this.#book = book
    this.#byMountpoint = new Map(book.active.map((station) => [station.mountpoint.toLowerCase(), station]))
    this.#byId = new Map(book.active.map((station) => [station.id, station]))
    this.look()
  }

  stationAt(mountpoint: string): Station | null {
    return this.#byMountpoint.get(mountpoint.toLowerCase()) ?? null
  }

  stationOf(stationId: number): Station | null {
    return this.#byId.get(stationId) ?? null
  }

  /** To a tenth, as it is told; null where one of them is not known. */
  distanceKm(stationId: number, position: Position | null): number | null {
    const station = this.#byId.get(stationId)
    return station && position ? Math.round(10 * distanceKm(position, station)) / 10 : null
  }

  feedOf(stationId: number): Feed {
    const feed = this.#feeds.get(stationId) ?? new Feed(stationId)
    this.#feeds.set(stationId, feed)
    return feed
  }

  isAlive(stationId: number): boolean {
    return this.#feeds.get(stationId)?.isAlive(performance.now()) ?? false
  }

  get feeds(): Iterable<Feed> {
    return this.#feeds.values()
  }

  alive(): Station[] {
    return (this.#book?.active ?? []).filter(({ id }) => this.isAlive(id))
  }

  /** Sees who lives; cheap, for a few times a second. */
  look(): void {
    const now = performance.now()
    const bases = (this.#book?.active ?? []).map(({ id, lat, lng, radiusKm, declaredStatus }) => {
      const feed = declaredStatus === 'maintenance' ? undefined : this.#feeds.get(id)
      const alive = feed?.isAlive(now) ?? false
      return { id, lat, lng, radiusKm, alive, stable: alive && feed!.aliveForMs(now) >= this.#stableMs }
    })
    // A book may differ in what does not matter here, such as the stations' health.
    const picture = bases.map((base) => Object.values(base).join()).join(';')
    if (picture === this.#picture) return
    this.#picture = picture
    this.#bases = new Bases(bases)
    this.version += 1
  }

  /** A rover may wait for a base that would be taken at once if it spoke: it then misses none of its words. */
  mayWaitFor(stationId: number, position: Position): boolean {
    const station = this.#byId.get(stationId)
    return (
      station !== undefined &&
      station.declaredStatus !== 'maintenance' &&
      distanceKm(position, station) <= station.radiusKm
    )
  }

  follow(position: Position, currentId: number | null): Following {
    return this.#bases.follow(position, currentId)
  }
}
