// The ephemerides that the stations of the network announce at present, for mountpoints whose stations send none. Each
// node collects those of the stations that it owns and publishes them; all nodes count the same votes. Nothing is
// collected while no mountpoint of the network adds ephemerides.
import { EphemerisVotes } from '@vertice/gnss'
import { type AddableEphemeris, crc24q, ephemerisKey } from '@vertice/rtcm'
import type { Mount } from '../../../domain/sessions/access.ts'
import type { Bus } from '../../bus.ts'
import type { CasterComponent } from '../../component.ts'
import type { BaseFeeds } from '../base-feeds.ts'
import { EPHEMERIDES_SUBJECT, readEphemerides, writeEphemerides } from './ephemeris-message.ts'

const COUNTED_EVERY_MS = 5_000
const PUBLISHED_EVERY_MS = 10_000
/** Votes of another node count until three of its messages are missing. */
const OTHERS_VOTE_MS = 35_000
const NONE: readonly AddableEphemeris[] = []
const FRAME_START = 0xd3
const HEAD = 3
const CRC = 3

export interface NetworkEphemeridesDependencies {
  readonly bases: Pick<BaseFeeds, 'mounts' | 'mountsVersion' | 'stationOf' | 'isTest'>
  /** `null` if this node shares its streams with no other node. */
  readonly bus: Bus | null
  readonly isOwned: (stationId: number) => boolean
  readonly nowMs: () => number
}

/** Simulated stations and real ones never get each other's ephemerides. */
type Kind = 'real' | 'simulated'

interface Collected {
  readonly votes: EphemerisVotes
  agreed: readonly AddableEphemeris[]
  /** Without those that the station announces itself. */
  readonly ofStations: Map<number, readonly AddableEphemeris[]>
}

const nothingCollected = (): Collected => ({ votes: new EphemerisVotes(), agreed: NONE, ofStations: new Map() })

export class NetworkEphemerides implements CasterComponent {
  readonly tickMs = 1_000
  readonly #dependencies: NetworkEphemeridesDependencies
  readonly #collected: Readonly<Record<Kind, Collected>> = { real: nothingCollected(), simulated: nothingCollected() }
  readonly #unsubscribe: () => void
  #isWanted = false
  #mountsVersion = -1
  #countedAt = Number.NEGATIVE_INFINITY
  #publishedAt = Number.NEGATIVE_INFINITY

  constructor(dependencies: NetworkEphemeridesDependencies) {
    this.#dependencies = dependencies
    const { bus } = dependencies
    this.#unsubscribe = bus?.subscribe(EPHEMERIDES_SUBJECT, (message) => this.#hear(message)) ?? (() => {})
  }

  /** A `StationTap`. */
  readonly tap = (stationId: number, frames: Buffer): void => {
    if (!this.#isWanted) return
    const kind = this.#kindOf(stationId)
    if (kind === null) return
    const { votes } = this.#collected[kind]
    const nowMs = this.#dependencies.nowMs()
    forEphemerides(frames, (payload, type) => votes.vote(stationId, type, payload, nowMs))
  }

  /** What can be added to the stream of this station now; `null`: to the stream of a VRS engine. */
  availableFor(stationId: number | null): () => readonly AddableEphemeris[] {
    return () => this.#availableFor(stationId)
  }

  #availableFor(stationId: number | null): readonly AddableEphemeris[] {
    const kind = stationId === null ? 'real' : this.#kindOf(stationId)
    if (kind === null) return NONE
    const { votes, agreed, ofStations } = this.#collected[kind]
    if (stationId === null) return agreed
    const known = ofStations.get(stationId)
    if (known) return known
    const own = votes.ownOf(stationId, this.#dependencies.nowMs())
    const available = own.size === 0 ? agreed : agreed.filter(({ key }) => !own.has(key))
    ofStations.set(stationId, available)
    return available
  }

  tick(): void {
    const { bases } = this.#dependencies
    if (bases.mountsVersion !== this.#mountsVersion) {
      this.#mountsVersion = bases.mountsVersion
      this.#isWanted = [...bases.mounts].some(addsEphemerides)
      if (!this.#isWanted) this.#clear()
    }
    if (!this.#isWanted) return
    const now = performance.now()
    if (now - this.#countedAt >= COUNTED_EVERY_MS) {
      this.#countedAt = now
      this.#count()
    }
    if (now - this.#publishedAt >= PUBLISHED_EVERY_MS) {
      this.#publishedAt = now
      this.#publish()
    }
  }

  stop(): void {
    this.#unsubscribe()
  }

  #count(): void {
    const nowMs = this.#dependencies.nowMs()
    for (const collected of Object.values(this.#collected)) {
      collected.agreed = collected.votes.agreed(nowMs)
      collected.ofStations.clear()
    }
  }

  #publish(): void {
    const { bus, isOwned, nowMs } = this.#dependencies
    if (!bus?.isUp()) return
    for (const { votes } of Object.values(this.#collected))
      for (const message of writeEphemerides(votes.witnesses(nowMs(), isOwned)))
        bus.publish(EPHEMERIDES_SUBJECT, message)
  }

  #hear(message: Buffer): void {
    const { bus, isOwned, nowMs } = this.#dependencies
    const witnesses = readEphemerides(message)
    if (!witnesses) return void bus?.reject('malformed', EPHEMERIDES_SUBJECT)
    if (!this.#isWanted) return
    for (const { type, payload, stationIds } of witnesses)
      for (const stationId of stationIds) {
        const kind = isOwned(stationId) ? null : this.#kindOf(stationId)
        if (kind !== null) this.#collected[kind].votes.vote(stationId, type, payload, nowMs(), OTHERS_VOTE_MS)
      }
  }

  /** `null` for stations that are unknown or send no RTCM, and for test mountpoints. */
  #kindOf(stationId: number): Kind | null {
    const { bases } = this.#dependencies
    const station = bases.stationOf(stationId)
    if (!station?.isRtcm || bases.isTest(stationId)) return null
    return station.simulated ? 'simulated' : 'real'
  }

  #clear(): void {
    for (const collected of Object.values(this.#collected)) {
      collected.votes.clear()
      collected.agreed = NONE
      collected.ofStations.clear()
    }
  }
}

const addsEphemerides = (mount: Mount): boolean =>
  (mount.kind === 'network' ? mount.network : mount.made)?.alteration.ephemerides != null

/** Bytes between frames are skipped. */
function forEphemerides(frames: Buffer, hear: (payload: Buffer, type: number) => void): void {
  let at = frames.indexOf(FRAME_START)
  while (at >= 0 && at + HEAD + CRC < frames.length) {
    const end = at + HEAD + (((frames[at + 1]! & 3) << 8) | frames[at + 2]!)
    const payload = frames.subarray(at + HEAD, end)
    const type = payload.length < 2 ? 0 : (payload[0]! << 4) | (payload[1]! >> 4)
    if (ephemerisKey(payload, type) !== null && end + CRC <= frames.length)
      if (crc24q(frames, at, end) === frames.readUIntBE(end, CRC)) hear(payload, type)
    at = frames.indexOf(FRAME_START, end + CRC)
  }
}
