// The stations' streams in this caster: who brings them, who lives, and which of them a network rover gets.

import { distanceKm, type Position } from '../../domain/geometry/geodesy.ts'
import { type Base, Bases, type Following } from '../../domain/network/base-following.ts'
import { type Mount, type Mounts, mountAt, mountsOf } from '../../domain/sessions/access.ts'
import type { BackupLine } from '../../domain/stations/backup.ts'
import { isTakenOut, movedBy } from '../../domain/stations/position.ts'
import type { Patience, Pulse } from '../../domain/stations/pulse.ts'
import { isNetworkBase } from '../../domain/stations/serving.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Book } from '../services.ts'
import { BasesOfGroups, type Groups } from './bases-of-groups.ts'
import { Feed } from './feed.ts'

/** What is measured has reached everybody by then. */
const TOLD_WITHIN_MS = 5_000
const NO_GROUPS: Groups = new Map()

export class BaseFeeds {
  readonly #feeds = new Map<number, Feed>()
  readonly #patience: Patience
  readonly #clock: () => Date
  #book: Book | null = null
  #mounts: Mounts = new Map()
  #byId = new Map<number, Station>()
  #withStandIn: readonly Station[] = []
  #seen: readonly Base[] = []
  #bases = new Bases([])
  readonly #ofGroups = new BasesOfGroups()
  /** Counts up whenever a base came, went, moved, or became stable, or a group changed. */
  version = 0
  /** Counts up whenever names may lead to something else. */
  mountsVersion = 0
  /** Somebody wants this stream, and nobody did. */
  needed: (stationId: number) => void = () => {}
  /** Another node has this stream, and it does not reach this one. */
  isCutOff: (stationId: number) => boolean = () => false
  /** Of another caster's: it was asked for, and does not come. */
  isLost: (stationId: number) => boolean = () => false

  constructor(patience: Patience, clock: () => Date = () => new Date()) {
    this.#patience = patience
    this.#clock = clock
  }

  use(book: Book): void {
    if (this.#book === book) return
    this.#book = book
    this.#mounts = mountsOf(book.network, book.active, book.mountpoints)
    this.mountsVersion += 1
    this.#byId = new Map(book.active.map((station) => [station.id, station]))
    this.#withStandIn = book.active.filter(({ backupStationId }) => backupStationId != null)
    for (const { id, isRtcm } of book.active) this.feedOf(id).isRtcm = isRtcm
    if (this.#ofGroups.use(book.groups ?? NO_GROUPS)) this.version += 1
    this.look()
  }

  get mounts(): Iterable<Mount> {
    return this.#mounts.values()
  }

  /** Another object whenever one of them has changed. */
  get groups(): Groups {
    return this.#ofGroups.groups
  }

  mountAt(name: string): Mount | null {
    return mountAt(this.#mounts, name)
  }

  /** Whose own mountpoint it is. */
  stationAt(mountpoint: string): Station | null {
    const mount = this.mountAt(mountpoint)
    return mount?.kind === 'station' && !mount.made ? mount.station : null
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

  /** Which second source of it serves; null: its first does, or nobody. */
  backupOf(stationId: number): BackupLine | null {
    return this.#feeds.get(stationId)?.backup ?? null
  }

  /** Who wants this one and no other gets whatever it sends, observations or not. */
  hasBytes(stationId: number): boolean {
    return this.isAlive(stationId) || (this.#feeds.get(stationId)?.hasSource(performance.now()) ?? false)
  }

  /** Those that another station stands in for. */
  get withStandIn(): readonly Station[] {
    return this.#withStandIn
  }

  get graceMs(): number {
    return this.#patience.graceMs
  }

  get feeds(): Iterable<Feed> {
    return this.#feeds.values()
  }

  /** `servingFor`: whose stream a station's mountpoint has. */
  alive(servingFor: (stationId: number) => number = (id) => id): Station[] {
    return (this.#book?.active ?? []).filter(({ id }) => this.isAlive(servingFor(id)))
  }

  /** What a rover may ask for: what lives, and what is pulled when somebody asks. */
  open(servingFor: (stationId: number) => number): Station[] {
    const isOpen = ({ id, upstream }: Station) => upstream?.state === 'offered' || this.isAlive(servingFor(id))
    return (this.#book?.active ?? []).filter(isOpen)
  }

  /** Why a rover gets nothing of this one now; null: it does. */
  whyNothing(stationId: number): 'base_down' | 'bus_away' | null {
    if (this.hasBytes(stationId)) return null
    // What is pulled while somebody wants it does not flow before somebody does.
    const upstream = this.#byId.get(stationId)?.upstream
    if (upstream && upstream.state !== 'unlisted' && !this.isLost(stationId) && !this.isCutOff(stationId)) return null
    return this.isCutOff(stationId) ? 'bus_away' : 'base_down'
  }

  /** The same of the network mountpoint, which any base may serve; of a group's credential, any of the group. */
  whyNoNetwork(groupId: number | null = null): 'base_down' | 'bus_away' | null {
    const isWanted = (station: Station) => isNetworkBase(station) && this.#isIn(groupId, station.id)
    const bases = (this.#book?.active ?? []).filter(isWanted)
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
    this.#ofGroups.see(this.#seen)
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
    return this.mayServeNetwork(station) ? this.#feeds.get(station.id)?.pulse : undefined
  }

  /** A rover may wait for a base that would be taken at once if it spoke: it then misses none of its words. Not for one that speaks of other things. */
  mayWaitFor(stationId: number, position: Position, groupId: number | null = null): boolean {
    const station = this.#byId.get(stationId)
    if (!this.#isIn(groupId, stationId)) return false
    if (!station || !this.mayServeNetwork(station) || this.feedOf(stationId).hasSource(performance.now())) return false
    return distanceKm(position, station) <= station.radiusKm
  }

  /** Of a group's credential, only bases of the group. */
  follow(position: Position, currentId: number | null, groupId: number | null = null): Following {
    const bases = groupId === null ? this.#bases : this.#ofGroups.of(groupId)
    return bases.follow(position, currentId)
  }

  /** Whether some station of the group reaches the position, alive or not; null: there is no group to be within. */
  isWithin(groupId: number | null, position: Position): boolean {
    return groupId === null || this.#ofGroups.of(groupId).reaches(position)
  }

  #isIn(groupId: number | null, stationId: number): boolean {
    return groupId === null || (this.groups.get(groupId)?.stationIds.has(stationId) ?? false)
  }

  /** What stands elsewhere than it is registered does harm to a rover that did not ask for it. */
  mayServeNetwork(station: Station): boolean {
    if (!isNetworkBase(station) || station.declaredStatus === 'maintenance') return false
    return movedBy(station) === null || !isTakenOut(station, this.#clock())
  }
}
