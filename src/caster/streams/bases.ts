// The stations' streams in this caster: who brings them, who lives, and which of them a network rover gets.

import { distanceKm, type Position } from '../../domain/geometry/geodesy.ts'
import { type Base, Bases, type Following } from '../../domain/network/base-following.ts'
import { isTakenOut, movedBy } from '../../domain/stations/position.ts'
import type { Patience, Pulse } from '../../domain/stations/pulse.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Book } from '../services.ts'
import { Feed } from './feed.ts'

/** What is measured has reached everybody by then. */
const TOLD_WITHIN_MS = 5_000

export class BaseFeeds {
  readonly #feeds = new Map<number, Feed>()
  readonly #patience: Patience
  readonly #clock: () => Date
  #book: Book | null = null
  #byMountpoint = new Map<string, Station>()
  #byId = new Map<number, Station>()
  #seen: readonly Base[] = []
  #bases = new Bases([])
  /** Counts up whenever a base came, went, moved, or became stable. */
  version = 0
  /** Somebody wants this stream, and nobody did. */
  needed: (stationId: number) => void = () => {}
  /** Another node has this stream, and it does not reach this one. */
  isCutOff: (stationId: number) => boolean = () => false

  constructor(patience: Patience, clock: () => Date = () => new Date()) {
    this.#patience = patience
    this.#clock = clock
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

  get stationIds(): Iterable<number> {
    return this.#byId.keys()
  }

  /** To a tenth, as it is told; null where one of them is not known. */
  distanceKm(stationId: number, position: Position | null): number | null {
    const station = this.#byId.get(stationId)
    return station && position ? Math.round(10 * distanceKm(position, station)) / 10 : null
  }

  /** The same for the life of the caster, whoever brings it. */
  feedOf(stationId: number): Feed {
    const known = this.#feeds.get(stationId)
    if (known) return known
    const feed = new Feed(stationId, this.#patience, () => this.needed(stationId))
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

  /** Why a rover gets nothing of this one now; null: it does. */
  whyNothing(stationId: number): 'base_down' | 'bus_away' | null {
    if (this.hasBytes(stationId)) return null
    return this.isCutOff(stationId) ? 'bus_away' : 'base_down'
  }

  /** The same of the network mountpoint, which any base may serve. */
  whyNoNetwork(): 'base_down' | 'bus_away' | null {
    const bases = (this.#book?.active ?? []).filter(({ isRtcm }) => isRtcm)
    if (bases.some(({ id }) => this.isAlive(id))) return null
    return bases.some(({ id }) => this.isCutOff(id)) ? 'bus_away' : 'base_down'
  }

  /** Sees who lives; cheap, for a few times a second. */
  look(): void {
    const now = performance.now()
    for (const feed of this.#feeds.values()) feed.tidy(now)
    const stations = this.#book?.active ?? []
    const isSame = (station: Station, index: number) => this.#isAsSeen(station, this.#seen[index]!, now)
    if (stations.length === this.#seen.length && stations.every(isSame)) return
    this.#seen = stations.map((station) => this.#baseOf(station, now))
    this.#bases = new Bases(this.#seen)
    this.version += 1
  }

  /** A book may differ in what does not matter here, such as the stations' health. Nothing is made: of 10,000 it took a fifth of a processor. */
  #isAsSeen(station: Station, seen: Base, now: number): boolean {
    if (station.id !== seen.id || station.radiusKm !== seen.radiusKm) return false
    if (station.lat !== seen.lat || station.lng !== seen.lng) return false
    const pulse = this.#pulseOf(station)
    if (!pulse) return !seen.alive && !seen.flows && !seen.stable && !seen.cutOff
    const alive = pulse.isAlive(now)
    if (alive !== seen.alive || pulse.flows(now) !== seen.flows || pulse.isStable(now) !== seen.stable) return false
    return seen.cutOff === (!alive && this.isCutOff(station.id))
  }

  #baseOf(station: Station, now: number): Base {
    const { id, lat, lng, radiusKm } = station
    const pulse = this.#pulseOf(station)
    const [alive, flows, stable] = [pulse?.isAlive(now), pulse?.flows(now), pulse?.isStable(now)]
    const cutOff = pulse !== undefined && !alive && this.isCutOff(id)
    return { id, lat, lng, radiusKm, alive: alive ?? false, flows: flows ?? false, stable: stable ?? false, cutOff }
  }

  /** Of one that may serve the network. */
  #pulseOf(station: Station): Pulse | undefined {
    return this.#mayServeNetwork(station) ? this.#feeds.get(station.id)?.pulse : undefined
  }

  /** A rover may wait for a base that would be taken at once if it spoke: it then misses none of its words. Not for one that speaks of other things. */
  mayWaitFor(stationId: number, position: Position): boolean {
    const station = this.#byId.get(stationId)
    if (!station || !this.#mayServeNetwork(station) || this.feedOf(stationId).hasSource(performance.now())) return false
    return distanceKm(position, station) <= station.radiusKm
  }

  follow(position: Position, currentId: number | null): Following {
    return this.#bases.follow(position, currentId)
  }

  /** What is not RTCM is of no use to a rover that did not ask for it, and what stands elsewhere than it is registered does harm. */
  #mayServeNetwork(station: Station): boolean {
    const { isRtcm, declaredStatus } = station
    return (
      isRtcm && declaredStatus !== 'maintenance' && (movedBy(station) === null || !isTakenOut(station, this.#clock()))
    )
  }
}
