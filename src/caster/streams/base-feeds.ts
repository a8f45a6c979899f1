// The stations on this node: their mountpoints, which of them are alive, and which base a network rover gets.

import { isDeepStrictEqual } from 'node:util'
import { distanceKm, type Position } from '../../domain/geometry/geodesy.ts'
import { type Base, Bases, type Following } from '../../domain/network/base-following.ts'
import {
  defaultNetworkMountpoint,
  type NetworkMountpoint,
} from '../../domain/network/mountpoints/network-mountpoint.ts'
import { type Mount, type Mounts, mountAt, mountsOf } from '../../domain/sessions/access.ts'
import { isInGroup } from '../../domain/stations/group.ts'
import { isTakenOut, movedBy } from '../../domain/stations/position.ts'
import type { Pulse } from '../../domain/stations/pulse.ts'
import { isNetworkBase } from '../../domain/stations/serving.ts'
import type { StandbySourceKind } from '../../domain/stations/standby.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isSilentOrUnheard } from '../../domain/stations/status.ts'
import type { Book } from '../services.ts'
import type { Feed } from './feed.ts'
import type { Feeds } from './feeds.ts'
import { GroupBases, type Groups } from './group-bases.ts'

/** Time until measurements have reached the API. */
const TOLD_WITHIN_MS = 5_000
const NO_GROUPS: Groups = new Map()

export interface BaseFeedsDependencies {
  readonly feeds: Feeds
  readonly clock?: () => Date
  /** Filled from the book, and read by components that `BaseFeeds` depends on. */
  readonly stations?: Map<number, Station>
  /** Whether another node owns the station and its stream does not reach this node. */
  readonly isCutOff?: (stationId: number) => boolean
  /** Whether the station is pulled from an upstream caster that delivers no data. */
  readonly isLost?: (stationId: number) => boolean
}

export class BaseFeeds {
  readonly #feeds: Feeds
  readonly #clock: () => Date
  readonly isCutOff: (stationId: number) => boolean
  readonly #isLost: (stationId: number) => boolean
  #book: Book | null = null
  #mounts: Mounts = new Map()
  readonly #byId: Map<number, Station>
  /** The same array until a network mountpoint changes. */
  networks: readonly NetworkMountpoint[] = []
  #tests: ReadonlySet<number> = new Set()
  #withFallback: readonly Station[] = []
  #seen: readonly Base[] = []
  #bases = new Bases([])
  readonly #ofGroups = new GroupBases()
  /** Incremented when a base comes online, goes offline, moves or becomes stable, or when a group changes. */
  version = 0
  /** Incremented when a mountpoint name may lead to another stream. */
  mountsVersion = 0

  constructor(dependencies: BaseFeedsDependencies) {
    const never = () => false
    const { feeds, clock = () => new Date(), stations = new Map(), isCutOff = never, isLost = never } = dependencies
    this.#feeds = feeds
    this.#byId = stations
    this.#clock = clock
    this.isCutOff = isCutOff
    this.#isLost = isLost
  }

  use(book: Book): void {
    if (this.#book === book) return
    const isStart = this.#book === null
    this.#book = book
    const networks = book.networks ?? [defaultNetworkMountpoint(book.network)]
    if (!isDeepStrictEqual(networks, this.networks)) this.networks = networks
    const real = mountsOf(book.network, book.active, book.mountpoints, this.networks)
    const tests = (book.tests ?? []).filter(({ mountpoint }) => mountAt(real, mountpoint) === null)
    this.#mounts = new Map([...mountsOf(book.network, tests), ...real])
    this.#tests = new Set(tests.map(({ id }) => id))
    this.mountsVersion += 1
    this.#byId.clear()
    for (const station of [...book.active, ...tests]) this.#byId.set(station.id, station)
    this.#withFallback = book.active.filter(({ fallbackStationId }) => fallbackStationId != null)
    for (const { id, isRtcm } of book.active) this.feedOf(id).isRtcm = isRtcm
    if (isStart) this.#awaitReconnects(book.active)
    if (this.#ofGroups.use(book.groups ?? NO_GROUPS)) this.version += 1
    this.tick()
  }

  /**
   * After a restart, rovers often reconnect before their base does. They wait for a base that was online until then.
   */
  #awaitReconnects(stations: readonly Station[]): void {
    const [now, clock] = [performance.now(), this.#clock()]
    for (const station of stations) if (isOnlineByRecord(station, clock)) this.feedOf(station.id).awaitReconnect(now)
  }

  get mounts(): Iterable<Mount> {
    return this.#mounts.values()
  }

  /** A new object whenever a group has changed. */
  get groups(): Groups {
    return this.#ofGroups.groups
  }

  /** `null` if the network mountpoint was removed. */
  networkOf(networkId: number): NetworkMountpoint | null {
    return this.networks.find(({ id }) => id === networkId) ?? null
  }

  mountAt(name: string): Mount | null {
    return mountAt(this.#mounts, name)
  }

  /** The station whose own mountpoint this is; `null` for derived and network mountpoints. */
  stationAt(mountpoint: string): Station | null {
    const mount = this.mountAt(mountpoint)
    return mount?.kind === 'station' && !mount.made ? mount.station : null
  }

  stationOf(stationId: number): Station | null {
    return this.#byId.get(stationId) ?? null
  }

  /** Whether the station is a test mountpoint. */
  isTest(stationId: number): boolean {
    return this.#tests.has(stationId)
  }

  get stationIds(): Iterable<number> {
    return this.#byId.keys()
  }

  /** Rounded to a tenth; `null` if either place is unknown. */
  distanceKm(stationId: number, position: Position | null): number | null {
    const station = this.#byId.get(stationId)
    return station && position ? Math.round(10 * distanceKm(position, station)) / 10 : null
  }

  feedOf(stationId: number): Feed {
    return this.#feeds.of(stationId)
  }

  /** Whether data arrives, or the grace period has not passed. */
  isAlive(stationId: number): boolean {
    return this.#feeds.known(stationId)?.pulse.isAlive(performance.now()) ?? false
  }

  /**
   * Whether the base is silent and network rovers no longer get it, or will not after `TOLD_WITHIN_MS`. Reported early,
   * so that the API stops choosing the base in time.
   */
  isQuiet(stationId: number): boolean {
    return this.#feeds.known(stationId)?.pulse.endsWithin(TOLD_WITHIN_MS, performance.now()) ?? false
  }

  /** The standby source that serves the station; `null` if its first source serves, or none. */
  standbyOf(stationId: number): StandbySourceKind | null {
    return this.#feeds.known(stationId)?.standby ?? null
  }

  /** Whether bytes arrive: a rover that requested this very station gets them, with or without observations. */
  hasBytes(stationId: number): boolean {
    return this.isAlive(stationId) || (this.#feeds.known(stationId)?.hasSource(performance.now()) ?? false)
  }

  get withFallback(): readonly Station[] {
    return this.#withFallback
  }

  get graceMs(): number {
    return this.#feeds.times.graceMs
  }

  get feeds(): Iterable<Feed> {
    return this.#feeds.all
  }

  /** `servingFor`: returns the station whose stream a mountpoint has. */
  alive(servingFor: (stationId: number) => number = (id) => id): Station[] {
    return (this.#book?.active ?? []).filter(({ id }) => this.isAlive(servingFor(id)))
  }

  /** Stations that a rover can request: those that are online, and those that are pulled on demand. */
  open(servingFor: (stationId: number) => number): Station[] {
    const isOpen = ({ id, upstream }: Station) => upstream?.state === 'offered' || this.isAlive(servingFor(id))
    return (this.#book?.active ?? []).filter(isOpen)
  }

  /** Why a rover gets no data of this station; `null` if it does. */
  whyNothing(stationId: number): 'base_down' | 'bus_away' | null {
    if (this.hasBytes(stationId)) return null
    // An on-demand stream has no data before its first rover.
    const upstream = this.#byId.get(stationId)?.upstream
    if (upstream && upstream.state !== 'unlisted' && !this.#isLost(stationId) && !this.isCutOff(stationId)) return null
    return this.isCutOff(stationId) ? 'bus_away' : 'base_down'
  }

  /**
   * The same for a network mountpoint, which any base serves; with a group, any base of the group.
   */
  whyNoNetwork(groupId: number | null = null): 'base_down' | 'bus_away' | null {
    const isWanted = (station: Station) => isNetworkBase(station) && this.#isIn(groupId, station.id)
    const bases = (this.#book?.active ?? []).filter(isWanted)
    if (bases.some(({ id }) => this.isAlive(id))) return null
    return bases.some(({ id }) => this.isCutOff(id)) ? 'bus_away' : 'base_down'
  }

  /** Re-evaluates which bases are alive. Cheap when nothing has changed. */
  tick(): void {
    const now = performance.now()
    for (const feed of this.#feeds.all) feed.tidy(now)
    const stations = this.#book?.active ?? []
    const isSame = (station: Station, index: number) => this.#isAsSeen(station, this.#seen[index]!, now)
    if (stations.length === this.#seen.length && stations.every(isSame)) return
    this.#seen = stations.map((station) => this.#baseOf(station, now))
    this.#bases = new Bases(this.#seen)
    this.#ofGroups.see(this.#seen)
    this.version += 1
  }

  /** Ignores irrelevant changes, such as health. Allocates nothing: for 10,000 stations that took a fifth of a core. */
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

  /** `undefined` if the station may not serve the network. */
  #pulseOf(station: Station): Pulse | undefined {
    return this.mayServeNetwork(station) ? this.#feeds.known(station.id)?.pulse : undefined
  }

  /**
   * Whether a rover may stay with a base that sends no observations: yes if the base is silent and would be chosen once
   * it sends again, no if the base sends bytes without observations.
   */
  mayWaitFor(stationId: number, position: Position, groupId: number | null = null): boolean {
    const station = this.#byId.get(stationId)
    if (!this.#isIn(groupId, stationId)) return false
    if (!station || !this.mayServeNetwork(station) || this.feedOf(stationId).hasSource(performance.now())) return false
    return distanceKm(position, station) <= station.radiusKm
  }

  /** How long another base must be clearly nearer before a rover changes to it. */
  get switchAfterMs(): number {
    return (this.#book?.network.switchAfterS ?? 0) * 1000
  }

  /** Chooses the base for a position; with a group, only among the bases of the group. */
  follow(position: Position, currentId: number | null, groupId: number | null = null): Following {
    const bases = groupId === null ? this.#bases : this.#ofGroups.of(groupId)
    return bases.follow(position, currentId, this.#book?.network.switchNearerKm ?? 0)
  }

  /** Whether a station of the group reaches the position, online or not. Always true without a group. */
  isWithin(groupId: number | null, position: Position): boolean {
    return groupId === null || this.#ofGroups.of(groupId).reaches(position)
  }

  #isIn(groupId: number | null, stationId: number): boolean {
    return isInGroup(groupId, stationId, this.groups)
  }

  /** False for a base that is not at its registered position: it would harm rovers that did not request it. */
  mayServeNetwork(station: Station): boolean {
    if (!isNetworkBase(station) || station.declaredStatus === 'maintenance') return false
    return movedBy(station) === null || !isTakenOut(station, this.#clock())
  }
}

/** On-demand streams need not reconnect: their first rover starts them. */
const isOnlineByRecord = (station: Station, now: Date): boolean =>
  !station.upstream && station.health?.quiet !== true && !isSilentOrUnheard(station, now)
