// Mountpoints of other casters that compute for each rover: it has a connection of its own there, from its first position to its end.

import type { Gga } from '@vertice/ntrip'
import type { Upstream } from '../../domain/network/source-address.ts'
import { isOpen, type Mount } from '../../domain/sessions/access.ts'
import type { Station } from '../../domain/stations/station.ts'
import { judge, PLACE_UNKNOWN } from '../rovers/fences.ts'
import type { Rover } from '../rovers/rover.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { Reachable } from '../streams/guarded-connection.ts'
import { VrsLine } from './vrs-line.ts'

interface Entry {
  readonly station: Station
  /** The name by which it came. */
  readonly mountpoint: string
  readonly since: number
  /** null: it is not known yet, or not followed any more. */
  upstream: Upstream | null
  sentence: string | null
  /** When it last said that it is inside its fence (performance.now). */
  toldAt: number
  line: VrsLine | null
  isWarned: boolean
}

interface Patience {
  /** So long a rover's position is waited for before its record says that none came. */
  readonly positionMs: number
  /** So long what a rover with a fence said counts. */
  readonly placeGoodMs: number
}

export class RoverLines {
  readonly #rovers = new Map<Rover, Entry>()
  readonly #bases: BaseFeeds
  readonly #reachable: Reachable
  readonly #patience: Patience
  #mountsVersion = 0

  constructor(bases: BaseFeeds, reachable: Reachable, patience: Patience) {
    this.#bases = bases
    this.#reachable = reachable
    this.#patience = patience
  }

  get count(): number {
    return this.#rovers.size
  }

  add(rover: Rover, { station, name }: Extract<Mount, { kind: 'station' }>, upstream: Upstream | null): void {
    const since = performance.now()
    const entry = { station, mountpoint: name, since, upstream, sentence: null, toldAt: since, line: null }
    this.#rovers.set(rover, { ...entry, isWarned: false })
  }

  remove(rover: Rover): void {
    this.#rovers.get(rover)?.line?.close()
    this.#rovers.delete(rover)
  }

  /** One without a place says nothing that the other side could use. */
  positioned(rover: Rover, { position }: Pick<Gga, 'position'>, sentence: string): void {
    const entry = this.#rovers.get(rover)
    if (!entry || !position) return
    if (!judge(rover, false)) return void withhold(entry)
    entry.toldAt = performance.now()
    entry.sentence = sentence
    if (entry.line) entry.line.position(sentence)
    else this.#open(rover, entry)
  }

  /** The operator changed where they come from, or follows that caster no more. */
  offer(offers: ReadonlyMap<number, Upstream>): void {
    for (const [rover, entry] of this.#rovers) {
      const now = offers.get(entry.station.id) ?? null
      if (JSON.stringify(now) === JSON.stringify(entry.upstream)) continue
      entry.line?.close()
      entry.line = null
      entry.upstream = now
      this.#open(rover, entry)
    }
  }

  /** Most that get nothing have forgotten to send their position. */
  look(): void {
    this.#endUnoffered()
    const now = performance.now()
    for (const [rover, entry] of this.#rovers) {
      if (rover.fence && rover.isInside && now - entry.toldAt > this.#patience.placeGoodMs) {
        rover.isInside = null
        rover.note(PLACE_UNKNOWN)
        withhold(entry)
      }
      if (entry.isWarned || entry.line || rover.lat !== null || now - entry.since <= this.#patience.positionMs) continue
      entry.isWarned = true
      rover.note({ code: rover.uselessGga ?? 'no_gga', params: {} })
    }
  }

  /** The name by which they came leads elsewhere, or nowhere, or is open no more. */
  #endUnoffered(): void {
    const { mountsVersion } = this.#bases
    if (mountsVersion === this.#mountsVersion) return
    this.#mountsVersion = mountsVersion
    for (const [rover, { station, mountpoint }] of [...this.#rovers]) {
      const mount = this.#bases.mountAt(mountpoint)
      const isOffered = mount?.kind === 'station' && mount.station.id === station.id
      if (!isOffered || (rover.credentialId === null && !isOpen(mount))) rover.end('mountpoint_closed')
    }
  }

  #open(rover: Rover, entry: Entry): void {
    const { upstream, sentence, station } = entry
    if (upstream === null || sentence === null) return
    rover.note({ code: 'asking_vrs', params: {} })
    const means = { serves: true, gives() {}, isRtcm: station.isRtcm }
    entry.line = new VrsLine(upstream, this.#reachable, rover, sentence, means)
  }
}

/** It is outside its fence, or nobody knows any more whether it is. */
function withhold(entry: Entry): void {
  entry.line?.close()
  entry.line = null
  entry.sentence = null
}
