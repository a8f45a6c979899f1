// The mountpoints that are made of stations' streams, in this caster: who follows them, and what becomes of those when they change.

import type { StreamShape } from '@vertice/rtcm'
import { altersNothing } from '../../domain/network/mountpoints/alteration.ts'
import type { MadeMountpoint } from '../../domain/network/mountpoints/mountpoint.ts'
import type { NotConverted } from '../../domain/network/mountpoints/not-converted.ts'
import { isOpen, type Mount } from '../../domain/sessions/access.ts'
import type { Patience } from '../../domain/stations/pulse.ts'
import type { Rover } from '../rovers/rover.ts'
import { alteredShape } from './altered-shape.ts'
import type { LeftOut } from './alterer.ts'
import type { BaseFeeds } from './bases.ts'
import type { Feed } from './feed.ts'
import { MadeFeed } from './made-feed.ts'
import { UntoldCounts } from './untold-counts.ts'

/** Of mounts that were not looked at yet. */
const UNSEEN = -1

/** What a rover asked for. */
interface Seat {
  readonly name: string
  readonly stationId: number
}

interface Made {
  mountpoint: MadeMountpoint
  /** null: an alias, which costs nothing: its rovers follow the station's own. */
  feed: MadeFeed | null
}

export class MadeFeeds {
  readonly #bases: BaseFeeds
  readonly #patience: Patience
  readonly #clock: () => Date
  readonly #made = new Map<number, Made>()
  /** Rovers that go when the mountpoint goes by whose name they came, or is open no more. */
  readonly #rovers = new Map<Rover, Seat>()
  readonly #counts = new UntoldCounts()
  #version = UNSEEN

  constructor(bases: BaseFeeds, patience: Patience, clock: () => Date) {
    this.#bases = bases
    this.#patience = patience
    this.#clock = clock
  }

  /** It asked for this one. It may have to wait before it gets a byte: of whoever has a fence, the place may not be known yet. */
  seat(rover: Rover, mount: Extract<Mount, { kind: 'station' }>): void {
    const { name, made, station } = mount
    if (!made && rover.credentialId !== null) return
    this.#rovers.set(rover, { name, stationId: station.id })
    // It may have gone, or become another one, while the rover was being let in.
    if (this.#bases.mountAt(name) !== mount) this.#version = UNSEEN
  }

  /** What it gets of this station, which it asked for or which serves instead. */
  feedFor(rover: Rover, stationId: number): Feed {
    const seat = this.#rovers.get(rover)
    const mount = seat ? this.#bases.mountAt(seat.name) : null
    return mount?.kind === 'station' ? this.#feedOf(mount, stationId) : this.#bases.feedOf(stationId)
  }

  forget(rover: Rover): void {
    this.#rovers.delete(rover)
  }

  /** Cheap while nothing changed. */
  look(): void {
    if (this.#bases.mountsVersion === this.#version) return
    this.#version = this.#bases.mountsVersion
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

  #moveOrEnd(rover: Rover, { name, stationId }: Seat): void {
    const mount = this.#bases.mountAt(name)
    const stays = mount?.kind === 'station' && mount.station.id === stationId
    if (!stays || (rover.credentialId === null && !isOpen(mount))) rover.end('mountpoint_closed')
    else if (rover.feed) rover.follow(this.#feedOf(mount, rover.feed.stationId))
  }

  /** As the mountpoint is now; of that station's stream. */
  #feedOf({ made: mountpoint }: Extract<Mount, { kind: 'station' }>, stationId: number): Feed {
    const own = this.#bases.feedOf(stationId)
    if (!mountpoint) return own
    const known = this.#made.get(mountpoint.id)
    const made = known ?? { mountpoint, feed: null }
    if (!known) this.#made.set(mountpoint.id, made)
    const { alteration } = mountpoint
    if (altersNothing(alteration)) {
      if (made.feed) this.#counts.see(mountpoint.id, made.feed)
      made.feed = null
    } else if (made.feed?.stationId !== stationId) {
      if (made.feed) this.#counts.see(mountpoint.id, made.feed)
      made.feed = new MadeFeed(own, alteration, this.#patience, this.#clock)
    }
    if (made.feed && JSON.stringify(alteration) !== JSON.stringify(made.mountpoint.alteration))
      made.feed.alter(alteration)
    made.mountpoint = mountpoint
    return made.feed ?? own
  }

  /** As measured while somebody follows it here, else by the rule, of what is measured of its station. */
  shapeOf(mountpoint: MadeMountpoint, station: StreamShape | null, nowMs: number): StreamShape | null {
    const { alteration } = mountpoint
    if (altersNothing(alteration)) return station
    const feed = this.#made.get(mountpoint.id)?.feed
    return (feed && feed.receivers.length > 0 && feed.shapeAt(nowMs)) || (station && alteredShape(station, alteration))
  }

  /** How many are altered now, for somebody. */
  get running(): number {
    return this.#feeds().filter(({ receivers }) => receivers.length > 0).length
  }

  /** What could not be converted, of all of them since the start. */
  get leftOut(): LeftOut {
    this.#count()
    return this.#counts.all
  }

  /** What could not be converted since this was last told, by mountpoint. */
  tellLeftOut(listener: (counts: readonly NotConverted[]) => Promise<unknown>): Promise<void> {
    this.#count()
    return this.#counts.tell(listener)
  }

  #count(): void {
    for (const [id, { feed }] of this.#made) if (feed) this.#counts.see(id, feed)
  }

  #feeds(): MadeFeed[] {
    return [...this.#made.values()].flatMap(({ feed }) => feed ?? [])
  }
}
