// The network mountpoint. With a VRS engine, every rover gets its own connection to the engine. Without one, and while
// it delivers no data, the rover gets the nearest base that is online and in reach. It never silently gets a distant
// base: the session record explains what happens.

import type { Gga } from '@vertice/ntrip'
import { Turns } from '../../base/running/turns.ts'
import { distanceKm, type Position } from '../../domain/geometry/geodesy.ts'
import type { Base } from '../../domain/network/base-following.ts'
import type { SourceAddress } from '../../domain/network/source-address.ts'
import type { KnownPlace, Note, NoteParams } from '../../domain/sessions/session.ts'
import type { CasterComponent } from '../component.ts'
import { type Geofences, PLACE_UNKNOWN } from '../rovers/geofences.ts'
import type { Rover } from '../rovers/rover.ts'
import type { CasterServices } from '../services.ts'
import type { BaseFeeds } from '../streams/base-feeds.ts'
import type { EngineNow, EngineWatch } from './engine-watch.ts'
import { closeStream, type OpenRoverStream, type RoverStream, type StreamSlot } from './rover-stream.ts'

const noPosition = ({ position }: Rover): Note => ({ code: position.useless ?? 'no_gga', params: {} })

/** Retry interval for a rover whose place is unknown. */
const PLACE_ASKED_AGAIN_MS = 60_000

export interface NetworkTimeouts {
  /** How long to wait for a rover's position. Most rovers without data have forgotten to send it. */
  readonly positionMs: number
  /** Max wait for data of the VRS engine before a base serves the rover. */
  readonly vrsTimeoutMs: number
}

export interface NetworkDependencies {
  readonly bases: BaseFeeds
  readonly engine: EngineWatch
  readonly geofences: Geofences
  readonly lastPlaceOf: CasterServices['lastPlaceOf']
  readonly openStream: OpenRoverStream
  readonly timeouts: NetworkTimeouts
}

interface Entry extends StreamSlot {
  readonly since: number
  /** Only bases of this group serve the rover, and the engine only in their reach; `null` means the whole network. */
  readonly groupId: number | null
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

export class NetworkMountpoint implements CasterComponent {
  readonly #bases: BaseFeeds
  readonly #engine: EngineWatch
  readonly #dependencies: NetworkDependencies
  readonly #rovers = new Map<Rover, Entry>()
  #version = 0
  #isJudging = false

  constructor(dependencies: NetworkDependencies) {
    this.#bases = dependencies.bases
    this.#engine = dependencies.engine
    this.#dependencies = dependencies
  }

  get engine(): EngineNow {
    return this.#engine
  }

  add(rover: Rover, engineAddress: SourceAddress | null, groupId: number | null = null): void {
    const entry: Entry = {
      ...{ since: performance.now(), groupId, engineAddress },
      ...{ sentence: null, stream: null, place: null, placeAskedAt: null, nearer: null },
    }
    this.#rovers.set(rover, entry)
    this.#dependencies.geofences.requirePosition(rover, () => this.#withhold(rover, entry))
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
  change(engineAddress: SourceAddress | null): void {
    this.#engine.forget()
    for (const [rover, entry] of this.#rovers) {
      if (JSON.stringify(entry.engineAddress) === JSON.stringify(engineAddress)) continue
      closeStream(entry)
      rover.follow(null)
      entry.engineAddress = engineAddress
      this.#serve(rover, entry)
    }
  }

  /** Handles rovers that wait for the engine, lost their base, may get a better one, or report no position. */
  tick(): void {
    const now = performance.now()
    const { vrsTimeoutMs, positionMs } = this.#dependencies.timeouts
    for (const [rover, entry] of this.#rovers) {
      if (entry.stream?.isOverdue(now, vrsTimeoutMs)) this.#leaveEngine(rover, entry, entry.stream)
      if (this.#isDue(entry, now)) this.#serve(rover, entry)
      if (rover.position.lat === null && now - entry.since > positionMs) this.#goWithout(rover, entry, now)
    }
    if (this.#version !== this.#bases.version && !this.#isJudging) void this.#judgeAll()
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
    const { away } = this.#engine
    rover.note({ code: 'asking_vrs', params: {} })
    // A rover that already gets a base's stream keeps it until the engine delivers data.
    const serves = away === null && rover.feed === null
    const onRecovered = () => this.#engine.gives()
    const request = { rover, from: engineAddress, sentence, serves, isRtcm: true, onRecovered }
    entry.stream = this.#dependencies.openStream(request)
    if (away) rover.note({ code: 'vrs_away', params: { why: away } })
  }

  #leaveEngine(rover: Rover, entry: Entry, stream: RoverStream): void {
    rover.note({ code: 'vrs_away', params: { why: stream.why } })
    stream.giveUp()
    this.#engine.doubt()
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
    rover.follow(this.#bases.feedOf(base.id))
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
