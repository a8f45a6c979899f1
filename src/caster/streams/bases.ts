// The stations' streams in this caster: who brings them, who lives, and which of them a network rover gets.

import { distanceKm, type Position } from '../../domain/geometry/geodesy.ts'
import { Bases, type Following } from '../../domain/network/base-following.ts'
import type { Patience } from '../../domain/stations/pulse.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Book } from '../services.ts'
import { Feed } from './feed.ts'

/** What is measured has reached everybody by then. */
const TOLD_WITHIN_MS = 5_000

export class BaseFeeds {
  readonly #feeds = new Map<number, Feed>()
  readonly #patience: Patience
  #book: Book | null = null
  #byMountpoint = new Map<string, Station>()
  #byId = new Map<number, Station>()
  #picture: string | null = null
  #bases = new Bases([])
  /** Counts up whenever a base came, went, moved, or became stable. */
  version = 0

  constructor(patience: Patience) {
    this.#patience = patience
  }

  use(book: Book): void {
    if (this.#book === book) return
    this.#book = book
    this.#byMountpoint = new Map(book.active.map((station) => [station.mountpoint.toLowerCase(), station]))
    this.#byId = new Map(book.active.map((station) => [station.id, station]))
    for (const { id, isRtcm } of book.active) this.feedOf(id).isRtcm = isRtcm
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

  /** The same for the life of the caster, whoever brings it. */
  feedOf(stationId: number): Feed {
    const feed = this.#feeds.get(stationId) ?? new Feed(stationId, this.#patience)
    this.#feeds.set(stationId, feed)
    return feed
  }

  /** It flows, or will be back in a moment. */
  isAlive(stationId: number): boolean {
    return this.#feeds.get(stationId)?.pulse.isAlive(performance.now()) ?? false
  }

  /** A base that no rover of the network is given, or soon no more: said in time, so that nobody is sent to it meanwhile. */
  isQuiet(stationId: number): boolean {
    return this.#feeds.get(stationId)?.pulse.endsWithin(TOLD_WITHIN_MS, performance.now()) ?? false
  }

  /** Who wants this one and no other gets whatever it sends, observations or not. */
  hasBytes(stationId: number): boolean {
    return this.isAlive(stationId) || (this.#feeds.get(stationId)?.hasSource(performance.now()) ?? false)
  }

  get feeds(): Iterable<Feed> {
    return this.#feeds.values()
  }

  alive(): Station[] {
    return (this.#book?.active ?? []).filter(({ id }) => this.isAlive(id))
  }

  /** Whether there is any for the network mountpoint. */
  get serveNetwork(): boolean {
    return (this.#book?.active ?? []).some(({ id, isRtcm }) => isRtcm && this.isAlive(id))
  }

  /** Sees who lives; cheap, for a few times a second. */
  look(): void {
    const now = performance.now()
    for (const feed of this.#feeds.values()) feed.tidy(now)
    const bases = (this.#book?.active ?? []).map((station) => {
      const { id, lat, lng, radiusKm } = station
      const pulse = mayServeNetwork(station) ? this.#feeds.get(id)?.pulse : undefined
      const [alive, flows, stable] = [pulse?.isAlive(now), pulse?.flows(now), pulse?.isStable(now)]
      return { id, lat, lng, radiusKm, alive: alive ?? false, flows: flows ?? false, stable: stable ?? false }
    })
    // A book may differ in what does not matter here, such as the stations' health.
    const picture = bases.map((base) => Object.values(base).join()).join(';')
    if (picture === this.#picture) return
    this.#picture = picture
    this.#bases = new Bases(bases)
    this.version += 1
  }

  /** A rover may wait for a base that would be taken at once if it spoke: it then misses none of its words. Not for one that speaks of other things. */
  mayWaitFor(stationId: number, position: Position): boolean {
    const station = this.#byId.get(stationId)
    if (!station || !mayServeNetwork(station) || this.feedOf(stationId).hasSource(performance.now())) return false
    return distanceKm(position, station) <= station.radiusKm
  }

  follow(position: Position, currentId: number | null): Following {
    return this.#bases.follow(position, currentId)
  }
}

/** What is not RTCM is of no use to a rover that did not ask for it. */
const mayServeNetwork = ({ isRtcm, declaredStatus }: Station) => isRtcm && declaredStatus !== 'maintenance'
