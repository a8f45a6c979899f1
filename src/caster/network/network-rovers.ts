// The rovers on network mountpoints. With a VRS engine, every rover gets its own connection to the engine. Without one, and while
// it delivers no data, the rover gets the nearest base that is online and in reach. It never silently gets a distant
// base: the session record explains what happens.

import { isDeepStrictEqual } from 'node:util'
import type { Gga } from '@vertice/ntrip'
import type { AddableEphemeris } from '@vertice/rtcm'
import { Turns } from '../../base/running/turns.ts'
import { distanceKm, type Position } from '../../domain/geometry/geodesy.ts'
import type { Base } from '../../domain/network/base-following.ts'
import { isAltered, type NetworkMountpoint } from '../../domain/network/mountpoints/network-mountpoint.ts'
import type { SourceAddress } from '../../domain/network/source-address.ts'
import { opens, servingGroup } from '../../domain/sessions/access.ts'
import type { KnownPlace, Note, NoteParams } from '../../domain/sessions/session.ts'
import type { CasterComponent } from '../component.ts'
import { type Geofences, PLACE_UNKNOWN } from '../rovers/geofences.ts'
import type { Rover } from '../rovers/rover.ts'
import type { CasterServices } from '../services.ts'
import type { BaseFeeds } from '../streams/base-feeds.ts'
import type { DerivedStreams } from '../streams/derived/derived-streams.ts'
import { AlteredRover } from './altered-rover.ts'
import type { Engines } from './engines.ts'
import { closeStream, type OpenRoverStream, type RoverStream, type StreamSlot } from './rover-stream.ts'

const noPosition = ({ position }: Rover): Note => ({ code: position.useless ?? 'no_gga', params: {} })

/** Retry interval for a rover whose place is unknown. */
const PLACE_ASKED_AGAIN_MS = 60_000

/** The version of the bases before rovers were judged by them. */
const UNJUDGED = -1

export interface NetworkTimeouts {
  /** How long to wait for a rover's position. Most rovers without data have forgotten to send it. */
  readonly positionMs: number
  /** Max wait for data of the VRS engine before a base serves the rover. */
  readonly vrsTimeoutMs: number
}

export interface NetworkDependencies {
  readonly bases: BaseFeeds
  readonly engines: Pick<Engines, 'of'>
  readonly derived: Pick<DerivedStreams, 'networkFeed'>
  /** The ephemerides that can be added to streams of VRS engines. */
  readonly ephemerides: () => readonly AddableEphemeris[]
  readonly clock: () => Date
  readonly geofences: Geofences
  readonly lastPlaceOf: CasterServices['lastPlaceOf']
  readonly openStream: OpenRoverStream
  readonly timeouts: NetworkTimeouts
}

interface Entry extends StreamSlot {
  readonly since: number
  network: NetworkMountpoint
  /** Group of the credential; `null` for the whole network, and on an open mountpoint. */
  readonly ownGroupId: number | null
  /** Only bases of this group serve the rover, and the engine only in their reach; `null` means the whole network. */
  groupId: number | null
  /** The VRS engine; `null` if the nearest base serves. */
  engineAddress: SourceAddress | null
  /** For a rover that reports no position: where it was before, or where its credential is registered. */
  place: KnownPlace | null
  /**
   * When `place` was last looked up (performance.now). Repeated while unknown, because it may be registered meanwhile.
   */
  placeAskedAt: number | null
  /** A base that is clearly nearer than the current one, and since when (performance.now). */
  nearer: { readonly stationId: number; readonly since: number } | null
}

export class NetworkRovers implements CasterComponent {
  readonly #bases: BaseFeeds
  readonly #dependencies: NetworkDependencies
  readonly #rovers = new Map<Rover, Entry>()
  #version = 0
  /** The network mountpoints that the rovers were last checked against. */
  #networks: BaseFeeds['networks'] | null = null
  #isJudging = false

  constructor(dependencies: NetworkDependencies) {
    this.#bases = dependencies.bases
    this.#dependencies = dependencies
  }

  /** `ownGroupId`: group of the credential. */
  add(
    rover: Rover,
    network: NetworkMountpoint,
    engineAddress: SourceAddress | null,
    ownGroupId: number | null = null,
  ): void {
    const groupId = servingGroup(network, ownGroupId)
    const entry: Entry = {
      ...{ since: performance.now(), network, ownGroupId, groupId, engineAddress },
      ...{ sentence: null, stream: null, place: null, placeAskedAt: null, nearer: null },
    }
    this.#rovers.set(rover, entry)
    this.#dependencies.geofences.requirePosition(rover, () => this.#withhold(rover, entry))
    // The mountpoint may have been changed or removed during the admission.
    if (this.#bases.networkOf(network.id) !== network) this.#networks = null
  }

  roverEnded(rover: Rover): void {
    const entry = this.#rovers.get(rover)
    if (entry) closeStream(entry)
    this.#rovers.delete(rover)
  }

  /** An engine cannot use a sentence without a position (no satellites under a bridge), so it keeps the last one. */
  roverPositioned(rover: Rover, { position }: Pick<Gga, 'position'>, sentence: string): void {
    const entry = this.#rovers.get(rover)
    if (!entry || !position || !this.#dependencies.geofences.allows(rover)) return
    entry.sentence = sentence
    this.#keepWithin(rover, entry)
    entry.stream?.position(sentence)
    this.#serve(rover, entry)
  }

  #withhold(rover: Rover, entry: Entry): void {
    closeStream(entry)
    entry.sentence = null
    rover.follow(null)
  }

  /** Call when the operator set another VRS engine, or removed it: connected rovers change too. */
  change(networkId: number, engineAddress: SourceAddress | null): void {
    for (const [rover, entry] of this.#rovers) {
      if (entry.network.id !== networkId) continue
      if (JSON.stringify(entry.engineAddress) === JSON.stringify(engineAddress)) continue
      closeStream(entry)
      rover.follow(null)
      entry.engineAddress = engineAddress
      this.#serve(rover, entry)
    }
  }

  /** Handles rovers that wait for the engine, lost their base, may get a better one, or report no position. */
  tick(): void {
    if (this.#networks !== this.#bases.networks) this.#followNetworks()
    const now = performance.now()
    const { vrsTimeoutMs, positionMs } = this.#dependencies.timeouts
    for (const [rover, entry] of this.#rovers) {
      if (entry.stream?.isOverdue(now, vrsTimeoutMs)) this.#leaveEngine(rover, entry, entry.stream)
      if (this.#isDue(entry, now)) this.#serve(rover, entry)
      if (rover.position.lat === null && now - entry.since > positionMs) this.#goWithout(rover, entry, now)
    }
    if (this.#version !== this.#bases.version && !this.#isJudging) void this.#judgeAll()
  }

  /** Ends rovers whose mountpoint was removed, or is no longer for them. The others get what it serves now. */
  #followNetworks(): void {
    this.#networks = this.#bases.networks
    const { groups } = this.#bases
    for (const [rover, entry] of [...this.#rovers]) {
      const { ownGroupId } = entry
      const network = this.#bases.networkOf(entry.network.id)
      const isOpened = network && opens({ stationId: null, groupId: ownGroupId }, { kind: 'network', network }, groups)
      if (!network || (rover.credentialId === null && !network.isOpen)) rover.end('mountpoint_closed')
      else if (!isOpened) this.#endOutsideGroup(rover, entry, network)
      else this.#adopt(rover, entry, network)
    }
  }

  #endOutsideGroup(rover: Rover, { ownGroupId }: Entry, { name: mountpoint }: NetworkMountpoint): void {
    const group = ownGroupId === null ? null : (this.#bases.groups.get(ownGroupId)?.name ?? null)
    rover.note({ code: 'left_group', params: { mountpoint, group } })
    rover.end('changed')
  }

  #adopt(rover: Rover, entry: Entry, network: NetworkMountpoint): void {
    const { alteration } = entry.network
    entry.network = network
    const groupId = servingGroup(network, entry.ownGroupId)
    if (groupId === entry.groupId && isDeepStrictEqual(alteration, network.alteration)) return
    if (groupId !== entry.groupId) entry.nearer = null
    entry.groupId = groupId
    closeStream(entry)
    if (rover.feed) rover.follow(this.#feedOf(entry, rover.feed.stationId))
    this.#version = UNJUDGED
  }

  #feedOf({ network }: Entry, stationId: number) {
    return this.#dependencies.derived.networkFeed(network, stationId)
  }

  /** Rovers without a base come first. In turns: ten thousand take over 40 ms, in which no stream would flow. */
  async #judgeAll(): Promise<void> {
    this.#isJudging = true
    this.#version = this.#bases.version
    const turns = new Turns()
    const all = [...this.#rovers]
    const lost = all.filter(([{ feed }]) => feed !== null && !this.#bases.isAlive(feed.stationId))
    try {
      for (const [rover, entry] of new Map([...lost, ...all])) {
        if (turns.isOver) await turns.next()
        if (this.#rovers.has(rover)) this.#serve(rover, entry)
      }
    } finally {
      this.#isJudging = false
    }
  }

  #serve(rover: Rover, entry: Entry): void {
    if (!this.#dependencies.geofences.allows(rover)) return
    const { engineAddress, sentence } = entry
    this.#keepWithin(rover, entry)
    const mayAsk = engineAddress && sentence !== null && !entry.stream && this.#isWithin(rover, entry)
    if (mayAsk) this.#askEngine(rover, entry, engineAddress, sentence)
    if (!entry.stream?.serves) this.#followNearest(rover, entry)
  }

  #isWithin(rover: Rover, { groupId }: Entry): boolean {
    const own = rover.position.place
    return groupId === null || (own !== null && this.#bases.isWithin(groupId, own))
  }

  /**
   * A rover outside the reach of its group leaves the engine, which has no groups. It may use the engine again later.
   */
  #keepWithin(rover: Rover, entry: Entry): void {
    if (entry.stream && !this.#isWithin(rover, entry)) closeStream(entry)
  }

  #askEngine(rover: Rover, entry: Entry, engineAddress: SourceAddress, sentence: string): void {
    const { engines, openStream } = this.#dependencies
    const engine = engines.of(entry.network.id)
    const away = engine?.away ?? null
    rover.note({ code: 'asking_vrs', params: {} })
    // A rover that already gets a base's stream keeps it until the engine delivers data.
    const serves = away === null && rover.feed === null
    const onRecovered = () => engine?.gives()
    const receiver = isAltered(entry.network)
      ? new AlteredRover(rover, entry.network.alteration, this.#dependencies)
      : rover
    const request = { rover: receiver, from: engineAddress, sentence, serves, isRtcm: true, onRecovered }
    entry.stream = openStream(request)
    if (away) rover.note({ code: 'vrs_away', params: { why: away } })
  }

  #leaveEngine(rover: Rover, entry: Entry, stream: RoverStream): void {
    rover.note({ code: 'vrs_away', params: { why: stream.why } })
    stream.giveUp()
    this.#dependencies.engines.of(entry.network.id)?.doubt()
    this.#followNearest(rover, entry)
  }

  /**
   * A rover that reports no position gets the base of its last known or registered place. The engine is not used: a
   * virtual base for a wrong place misleads more than a real one, which sends its position. With a geofence neither
   * place counts: having been inside once would be enough.
   */
  #goWithout(rover: Rover, entry: Entry, now: number): void {
    if (rover.geofence) return void rover.note(rover.position.useless ? noPosition(rover) : PLACE_UNKNOWN)
    if (rover.feed === null) rover.note(noPosition(rover))
    const { place, placeAskedAt } = entry
    if (place || (placeAskedAt !== null && now - placeAskedAt < PLACE_ASKED_AGAIN_MS)) return
    entry.placeAskedAt = now
    void this.#dependencies.lastPlaceOf(rover.id).then((known) => {
      if (rover.position.lat !== null || !this.#rovers.has(rover)) return
      entry.place = known
      this.#followNearest(rover, entry)
    })
  }

  #isDue({ nearer }: Entry, now: number): boolean {
    return nearer !== null && now - nearer.since >= this.#bases.switchAfterMs
  }

  /** The clearly nearer base, once it has been nearer for long enough; until then the current one. */
  #settled(entry: Entry, { base, nearer }: { readonly base: Base; readonly nearer: Base | null }): Base {
    if (nearer?.id !== entry.nearer?.stationId)
      entry.nearer = nearer && { stationId: nearer.id, since: performance.now() }
    if (!nearer || !this.#isDue(entry, performance.now())) return base
    entry.nearer = null
    return nearer
  }

  #followNearest(rover: Rover, entry: Entry): void {
    const { place, groupId } = entry
    if (!this.#dependencies.geofences.allows(rover)) return
    const own = rover.position.place
    const position = own ?? place
    if (!position) return
    const before = rover.feed
    const following = this.#bases.follow(position, before?.stationId ?? null, groupId)
    if (following.base === null) {
      if (own || before) rover.note(this.#nothing(following.why, groupId))
      // Stays with a silent base, which may return, but leaves one that it must not get.
      if (before && !this.#bases.mayWaitFor(before.stationId, position, groupId)) rover.follow(null)
      return
    }
    const base = this.#settled(entry, following)
    const isNew = before?.stationId !== base.id
    if (!isNew && !tellsOtherwise(rover.notes.at(-1), own)) return
    rover.note({
      code: 'base',
      params: {
        station: this.#codeOf(base.id),
        distanceKm: toTenth(distanceKm(position, base)),
        ...(before && isNew && { before: this.#left(before.stationId) }),
        ...(!own && howKnown(place!)),
      },
    })
    rover.follow(this.#feedOf(entry, base.id))
  }

  #nothing(why: 'base_down' | 'bus_away' | 'outside_coverage', groupId: number | null): Note {
    if (why !== 'outside_coverage' || groupId === null) return { code: why, params: {} }
    return { code: 'outside_group', params: { group: this.#bases.groups.get(groupId)?.name ?? null } }
  }

  #codeOf(stationId: number): string {
    return this.#bases.stationOf(stationId)?.code ?? String(stationId)
  }

  #left(stationId: number) {
    return { station: this.#codeOf(stationId), silent: !this.#bases.isAlive(stationId) }
  }
}

/**
 * Whether the last note of a rover that keeps its base is outdated: the note says that the base is unavailable, or that
 * the base was chosen by a remembered place, although the rover reports its position by now.
 */
const tellsOtherwise = (last: Note | undefined, own: Position | null): boolean =>
  last?.code === 'base_down' ||
  last?.code === 'bus_away' ||
  (last?.code === 'base' && own !== null && isFromElsewhere(last.params))

const isFromElsewhere = ({ lastSeenAt, registered }: NoteParams['base']) =>
  lastSeenAt !== undefined || registered !== undefined

/** For a place that was not reported in this session. */
const howKnown = ({ at }: KnownPlace) => (at ? { lastSeenAt: at.toISOString() } : { registered: true as const })

const toTenth = (value: number) => Math.round(10 * value) / 10
