// The derived streams of this node: mountpoints that alter a station's stream, their rovers, and changes of the
// mountpoints.

import type { AddableEphemeris, StreamShape } from '@vertice/rtcm'
import { altersNothing } from '../../../domain/network/mountpoints/alteration.ts'
import {
  type Conversion,
  type Converting,
  conversionKey,
  conversionOf,
} from '../../../domain/network/mountpoints/conversion.ts'
import type { MadeMountpoint } from '../../../domain/network/mountpoints/mountpoint.ts'
import { isAltered, type NetworkMountpoint } from '../../../domain/network/mountpoints/network-mountpoint.ts'
import { isOpen, type Mount } from '../../../domain/sessions/access.ts'
import type { PulseTimes } from '../../../domain/stations/pulse.ts'
import type { CasterComponent } from '../../component.ts'
import type { Rover } from '../../rovers/rover.ts'
import type { CasterServices } from '../../services.ts'
import type { BaseFeeds } from '../base-feeds.ts'
import type { Feed } from '../feed.ts'
import { alteredShape } from './altered-shape.ts'
import type { LeftOut } from './alterer.ts'
import { ConversionCounts } from './conversion-counts.ts'
import { DerivedStream } from './derived-stream.ts'

/** The version before mounts have been read. */
const UNSEEN = -1

/** The mountpoint that a rover requested. */
interface Seat {
  readonly name: string
  readonly stationId: number
}

interface Made {
  /** Changes with the settings of the mountpoint and with what they need to know about the station. */
  key: string
  /** `null` for an alias, whose rovers follow the station's own feed. */
  feed: DerivedStream | null
}

/** The stream of one station on a network mountpoint. */
interface OfNetwork {
  readonly networkId: number
  readonly feed: DerivedStream
  key: string
}

export interface DerivedStreamsDependencies {
  readonly bases: BaseFeeds
  readonly times: PulseTimes
  readonly clock: () => Date
  /** Adds what could not be converted since the last call. */
  readonly saveCounts: CasterServices['notConverted']
  /** The ephemerides that can be added to the stream of this station. */
  readonly ephemeridesFor: (stationId: number) => () => readonly AddableEphemeris[]
}

export class DerivedStreams implements CasterComponent {
  readonly #bases: BaseFeeds
  readonly #times: PulseTimes
  readonly #clock: () => Date
  readonly #saveCounts: CasterServices['notConverted']
  readonly #ephemeridesFor: DerivedStreamsDependencies['ephemeridesFor']
  readonly #made = new Map<number, Made>()
  /** By network mountpoint and station. */
  readonly #ofNetworks = new Map<string, OfNetwork>()
  /** Rovers that end when their mountpoint is removed or is no longer open. */
  readonly #rovers = new Map<Rover, Seat>()
  readonly #counts = new ConversionCounts()
  #version = UNSEEN

  constructor({ bases, times, clock, saveCounts, ephemeridesFor }: DerivedStreamsDependencies) {
    this.#bases = bases
    this.#times = times
    this.#clock = clock
    this.#saveCounts = saveCounts
    this.#ephemeridesFor = ephemeridesFor
  }

  /** Records the requested mountpoint. Data may follow later: a geofence may still wait for a position. */
  seat(rover: Rover, mount: Extract<Mount, { kind: 'station' }>): void {
    const { name, made, station } = mount
    if (!made && rover.credentialId !== null) return
    this.#rovers.set(rover, { name, stationId: station.id })
    // The mountpoint may have been removed or changed during the admission.
    if (this.#bases.mountAt(name) !== mount) this.#version = UNSEEN
  }

  /** The feed for this rover, of the station that it requested or of its fallback station. */
  feedFor(rover: Rover, stationId: number): Feed {
    const seat = this.#rovers.get(rover)
    const mount = seat ? this.#bases.mountAt(seat.name) : null
    return mount?.kind === 'station' ? this.#feedOf(mount, stationId) : this.#bases.feedOf(stationId)
  }

  /** The feed of this mountpoint; `null` if the mountpoint does not exist or belongs to another station. */
  feedAt(name: string, stationId: number): Feed | null {
    const mount = this.#bases.mountAt(name)
    return mount?.kind === 'station' && mount.station.id === stationId ? this.#feedOf(mount, stationId) : null
  }

  /** A station's feed on a network mountpoint. The caller joins it at once: a feed without receivers is removed. */
  networkFeed(network: NetworkMountpoint, stationId: number): Feed {
    const own = this.#bases.feedOf(stationId)
    if (!isAltered(network)) return own
    const { alteration, equipmentOfBases } = network
    const converting = { stationId: null, alteration, equipmentOfBases }
    const station = this.#bases.stationOf(stationId)
    const key = conversionKey(converting, station)
    const place = `${network.id}/${stationId}`
    const known = this.#ofNetworks.get(place)
    if (!known) {
      const feed = new DerivedStream(own, this.#conversion(converting, stationId), this.#times, this.#clock)
      this.#ofNetworks.set(place, { networkId: network.id, feed, key })
      return feed
    }
    if (known.key !== key) known.feed.alter(this.#conversion(converting, stationId))
    known.key = key
    return known.feed
  }

  roverEnded(rover: Rover): void {
    this.#rovers.delete(rover)
  }

  /** Cheap while no mountpoint has changed. */
  tick(): void {
    if (this.#bases.mountsVersion === this.#version) return
    this.#version = this.#bases.mountsVersion
    this.#followNetworks()
    if (this.#made.size === 0 && this.#rovers.size === 0) return
    const here = new Set<number>()
    for (const mount of this.#bases.mounts) {
      if (mount.kind !== 'station' || !mount.made || !this.#made.has(mount.made.id)) continue
      here.add(mount.made.id)
      this.#feedOf(mount, this.#made.get(mount.made.id)!.feed?.stationId ?? mount.station.id)
    }
    for (const [rover, seat] of this.#rovers) this.#moveOrEnd(rover, seat)
    for (const [id, { feed }] of this.#made) {
      if (here.has(id)) continue
      if (feed) this.#counts.see(id, feed)
      this.#made.delete(id)
    }
  }

  #conversion(converting: Converting, stationId: number): Conversion {
    const conversion = conversionOf(converting, this.#bases.stationOf(stationId))
    return { ...conversion, availableEphemerides: this.#ephemeridesFor(stationId) }
  }

  #followNetworks(): void {
    for (const [place, { networkId, feed }] of this.#ofNetworks) {
      const network = this.#bases.networkOf(networkId)
      if (network && feed.receivers.length > 0) {
        this.networkFeed(network, feed.stationId)
        continue
      }
      this.#counts.see(null, feed)
      this.#ofNetworks.delete(place)
    }
  }

  #moveOrEnd(rover: Rover, { name, stationId }: Seat): void {
    const mount = this.#bases.mountAt(name)
    const stays = mount?.kind === 'station' && mount.station.id === stationId
    if (!stays || (rover.credentialId === null && !isOpen(mount))) rover.end('mountpoint_closed')
    else if (rover.feed) rover.follow(this.#feedOf(mount, rover.feed.stationId))
  }

  /** The mountpoint's current feed, derived from that station's stream. */
  #feedOf({ made: mountpoint }: Extract<Mount, { kind: 'station' }>, stationId: number): Feed {
    const own = this.#bases.feedOf(stationId)
    if (!mountpoint) return own
    const known = this.#made.get(mountpoint.id)
    const station = this.#bases.stationOf(stationId)
    const key = conversionKey(mountpoint, station)
    const made = known ?? { key, feed: null }
    if (!known) this.#made.set(mountpoint.id, made)
    const { alteration } = mountpoint
    if (altersNothing(alteration)) {
      if (made.feed) this.#counts.see(mountpoint.id, made.feed)
      made.feed = null
    } else if (made.feed?.stationId !== stationId) {
      if (made.feed) this.#counts.see(mountpoint.id, made.feed)
      made.feed = new DerivedStream(own, this.#conversion(mountpoint, stationId), this.#times, this.#clock)
    } else if (key !== made.key) made.feed.alter(this.#conversion(mountpoint, stationId))
    made.key = key
    return made.feed ?? own
  }

  /** Measured while the stream has receivers here, else predicted from the shape of its station. */
  shapeOf(mountpoint: MadeMountpoint, station: StreamShape | null, nowMs: number): StreamShape | null {
    const { alteration } = mountpoint
    if (altersNothing(alteration)) return station
    const feed = this.#made.get(mountpoint.id)?.feed
    const measured = feed && feed.receivers.length > 0 ? feed.shapeAt(nowMs) : null
    const added = alteration.ephemerides ? this.#ephemeridesFor(mountpoint.stationId)() : []
    return measured || (station && alteredShape(station, alteration, new Set(added.map(({ type }) => type))))
  }

  /** Number of derived streams that have receivers now. */
  get running(): number {
    return this.#feeds().filter(({ receivers }) => receivers.length > 0).length
  }

  /** Counts of what all derived streams could not convert since the start. */
  get leftOut(): LeftOut {
    this.#count()
    return this.#counts.all
  }

  /** Saves what could not be converted, by mountpoint. Counts that cannot be saved are kept for the next call. */
  saveConversionCounts(): Promise<void> {
    this.#count()
    return this.#counts.tell(this.#saveCounts)
  }

  #count(): void {
    for (const [id, { feed }] of this.#made) if (feed) this.#counts.see(id, feed)
    for (const { feed } of this.#ofNetworks.values()) this.#counts.see(null, feed)
  }

  #feeds(): DerivedStream[] {
    return [...this.#made.values(), ...this.#ofNetworks.values()].flatMap(({ feed }) => feed ?? [])
  }
}
