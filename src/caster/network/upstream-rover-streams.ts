// Mountpoints of other casters that need the position of each rover: each rover has its own connection there. Some
// casters list all their mountpoints this way and serve rovers without a position too, so the connection is opened at
// once and the other caster decides.

import type { Gga } from '@vertice/ntrip'
import type { SourceAddress } from '../../domain/network/source-address.ts'
import { isOpen, type Mount } from '../../domain/sessions/access.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { CasterComponent } from '../component.ts'
import type { Geofences } from '../rovers/geofences.ts'
import type { Rover } from '../rovers/rover.ts'
import type { BaseFeeds } from '../streams/base-feeds.ts'
import { closeStream, type OpenRoverStream, type StreamSlot } from './rover-stream.ts'

interface Entry extends StreamSlot {
  readonly station: Station
  /** The name that the rover requested. */
  readonly mountpoint: string
  readonly since: number
  /** `null` if the address is not known yet, or the other caster is no longer followed. */
  address: SourceAddress | null
  isWarned: boolean
}

export interface UpstreamRoverStreamsDependencies {
  readonly bases: BaseFeeds
  readonly geofences: Geofences
  readonly openStream: OpenRoverStream
  /** A rover that has reported no position for this long gets a note. */
  readonly positionMs: number
}

export class UpstreamRoverStreams implements CasterComponent {
  readonly tickMs = 1_000
  readonly #rovers = new Map<Rover, Entry>()
  readonly #dependencies: UpstreamRoverStreamsDependencies
  #mountsVersion = 0

  constructor(dependencies: UpstreamRoverStreamsDependencies) {
    this.#dependencies = dependencies
  }

  add(rover: Rover, { station, name }: Extract<Mount, { kind: 'station' }>, address: SourceAddress | null): void {
    const since = performance.now()
    const entry: Entry = {
      ...{ station, mountpoint: name, since, address, isWarned: false },
      ...{ sentence: null, stream: null },
    }
    this.#rovers.set(rover, entry)
    this.#dependencies.geofences.requirePosition(rover, () => {
      closeStream(entry)
      entry.sentence = null
    })
    this.#open(rover, entry)
  }

  roverEnded(rover: Rover): void {
    const entry = this.#rovers.get(rover)
    if (entry) closeStream(entry)
    this.#rovers.delete(rover)
  }

  roverPositioned(rover: Rover, { position }: Pick<Gga, 'position'>, sentence: string): void {
    const entry = this.#rovers.get(rover)
    if (!entry || !position || !this.#dependencies.geofences.allows(rover)) return
    entry.sentence = sentence
    if (entry.stream) entry.stream.position(sentence)
    else this.#open(rover, entry)
  }

  /** Applies the mountpoints that other casters offer now: streams whose address has changed are reopened. */
  offer(offers: ReadonlyMap<number, SourceAddress>): void {
    for (const [rover, entry] of this.#rovers) {
      const now = offers.get(entry.station.id) ?? null
      if (JSON.stringify(now) === JSON.stringify(entry.address)) continue
      closeStream(entry)
      entry.address = now
      this.#open(rover, entry)
    }
  }

  /** Notes in the session record that a rover without data sends no usable position: the most common cause. */
  tick(): void {
    this.#endUnoffered()
    const { positionMs } = this.#dependencies
    const latest = performance.now() - positionMs
    for (const [rover, entry] of this.#rovers) {
      if (entry.isWarned || rover.position.lat !== null || entry.since >= latest) continue
      if (entry.stream && !entry.stream.isOverdue(performance.now(), positionMs)) continue
      entry.isWarned = true
      rover.note({ code: rover.position.useless ?? 'no_gga', params: {} })
    }
  }

  /** Ends rovers whose mountpoint was removed or replaced, or is no longer open. */
  #endUnoffered(): void {
    const { bases } = this.#dependencies
    if (bases.mountsVersion === this.#mountsVersion) return
    this.#mountsVersion = bases.mountsVersion
    for (const [rover, { station, mountpoint }] of [...this.#rovers]) {
      const mount = bases.mountAt(mountpoint)
      const isOffered = mount?.kind === 'station' && mount.station.id === station.id
      if (!isOffered || (rover.credentialId === null && !isOpen(mount))) rover.end('mountpoint_closed')
    }
  }

  #open(rover: Rover, entry: Entry): void {
    const { address: from, sentence, station } = entry
    if (from === null || !this.#dependencies.geofences.allows(rover)) return
    rover.note({ code: 'asking_vrs', params: {} })
    const { isRtcm } = station
    entry.stream = this.#dependencies.openStream({ rover, from, sentence, serves: true, isRtcm, onRecovered() {} })
  }
}
