// The network mountpoint. With a VRS engine behind it, every rover gets a connection of its own to that engine; without one, and while
// it gives nothing, the nearest base that lives and reaches it, and never a far one in silence: the session's record says what happens.

import type { Gga } from '@vertice/ntrip'
import { Turns } from '../../base/running/turns.ts'
import { distanceKm, type Position } from '../../domain/geometry/geodesy.ts'
import type { Upstream } from '../../domain/network/source-address.ts'
import type { KnownPlace, Note, NoteParams } from '../../domain/sessions/session.ts'
import { judge, mayHaveData, PLACE_UNKNOWN } from '../rovers/fences.ts'
import type { Rover } from '../rovers/rover.ts'
import type { CasterServices } from '../services.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { Reachable } from '../streams/guarded-connection.ts'
import type { EngineNow, EngineWatch } from './engine-watch.ts'
import { VrsLine } from './vrs-line.ts'

const noPosition = ({ uselessGga }: Rover): Note => ({ code: uselessGga ?? 'no_gga', params: {} })

/** Of a rover that nobody can place. */
const PLACE_ASKED_AGAIN_MS = 60_000

export interface NetworkPatience {
  /** Most rovers that get no data have forgotten to send their position: so long it is waited for. */
  readonly positionMs: number
  /** So long a rover waits for data of the VRS engine before a base serves it. */
  readonly vrsPatienceMs: number
  /** So long what a rover with a fence said counts. */
  readonly placeGoodMs: number
}

type Services = Pick<CasterServices, 'lastPlaceOf' | keyof Reachable>

interface Entry {
  readonly since: number
  /** Of its credential: only bases of this group serve it, and the engine only where one of them reaches; null: the whole network. */
  readonly groupId: number | null
  /** Where its data comes from; null: the nearest base. */
  upstream: Upstream | null
  /** The newest that says where it is, and when it came (performance.now). */
  sentence: string | null
  toldAt: number
  line: VrsLine | null
  /** Of one that does not say where it is: where it was before, or where it is registered. */
  place: KnownPlace | null
  /** When that was last asked for; as long as nobody knows it is asked again, for one may be registered meanwhile. */
  placeAskedAt: number | null
}

export class NetworkMountpoint {
  readonly #bases: BaseFeeds
  readonly #patience: NetworkPatience
  readonly #engine: EngineWatch
  readonly #services: Services
  readonly #rovers = new Map<Rover, Entry>()
  #version = 0
  #isJudging = false

  constructor(bases: BaseFeeds, engine: EngineWatch, services: Services, patience: NetworkPatience) {
    this.#bases = bases
    this.#engine = engine
    this.#services = services
    this.#patience = patience
  }

  get engine(): EngineNow {
    return this.#engine
  }

  add(rover: Rover, upstream: Upstream | null, groupId: number | null = null): void {
    this.#rovers.set(rover, {
      since: performance.now(),
      groupId,
      upstream,
      sentence: null,
      toldAt: 0,
      line: null,
      place: null,
      placeAskedAt: null,
    })
  }

  remove(rover: Rover): void {
    this.#rovers.get(rover)?.line?.close()
    this.#rovers.delete(rover)
  }

  /** One without a place (no satellites under a bridge) says nothing that an engine could use: it keeps what it was told before. */
  positioned(rover: Rover, { position }: Pick<Gga, 'position'>, sentence: string): void {
    const entry = this.#rovers.get(rover)
    if (!entry || !position) return
    if (!judge(rover, false)) return void this.#withhold(rover, entry)
    entry.toldAt = performance.now()
    entry.sentence = sentence
    this.#keepWithin(rover, entry)
    entry.line?.position(sentence)
    this.#serve(rover, entry)
  }

  /** It is outside its fence, or nobody knows any more whether it is: the engine is not told of it either. */
  #withhold(rover: Rover, entry: Entry): void {
    entry.line?.close()
    entry.line = null
    entry.sentence = null
    rover.follow(null)
  }

  /** The operator put another VRS engine behind the mountpoint, or took it away: who is connected changes too. */
  change(upstream: Upstream | null): void {
    this.#engine.forget()
    for (const [rover, entry] of this.#rovers) {
      if (JSON.stringify(entry.upstream) === JSON.stringify(upstream)) continue
      entry.line?.close()
      entry.line = null
      rover.follow(null)
      entry.upstream = upstream
      this.#serve(rover, entry)
    }
  }

  /** A few times a second: whom the engine left waiting, who lost its base, who may have a better one, and who never said where it is. */
  look(): void {
    const now = performance.now()
    for (const [rover, entry] of this.#rovers) {
      if (entry.line?.isOverdue(now, this.#patience.vrsPatienceMs)) this.#leaveEngine(rover, entry, entry.line)
      if (rover.fence && rover.isInside && now - entry.toldAt > this.#patience.placeGoodMs)
        this.#forgetPlace(rover, entry)
      if (rover.lat === null && now - entry.since > this.#patience.positionMs) this.#goWithout(rover, entry, now)
    }
    if (this.#version !== this.#bases.version && !this.#isJudging) void this.#judgeAll()
  }

  /** A base came or went: first those who lost theirs. In turns: ten thousand take 40 ms and more, in which no stream would flow. */
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

  #forgetPlace(rover: Rover, entry: Entry): void {
    rover.isInside = null
    rover.note(PLACE_UNKNOWN)
    this.#withhold(rover, entry)
  }

  #serve(rover: Rover, entry: Entry): void {
    if (!mayHaveData(rover)) return
    const { upstream, sentence } = entry
    this.#keepWithin(rover, entry)
    const mayAsk = upstream && sentence !== null && !entry.line && this.#isWithin(rover, entry)
    if (mayAsk) this.#askEngine(rover, entry, upstream, sentence)
    if (!entry.line?.serves) this.#followNearest(rover, entry)
  }

  #isWithin(rover: Rover, { groupId }: Entry): boolean {
    const own = positionOf(rover)
    return groupId === null || (own !== null && this.#bases.isWithin(groupId, own))
  }

  /** Who leaves the reach of its group leaves the engine, which knows nothing of groups, and may ask it again on coming back. */
  #keepWithin(rover: Rover, entry: Entry): void {
    if (!entry.line || this.#isWithin(rover, entry)) return
    entry.line.close()
    entry.line = null
  }

  #askEngine(rover: Rover, entry: Entry, upstream: Upstream, sentence: string): void {
    const { away } = this.#engine
    rover.note({ code: 'asking_vrs', params: {} })
    // Who gets a base's stream already keeps it until the engine gives data.
    const serves = away === null && rover.feed === null
    entry.line = new VrsLine(upstream, this.#services, rover, sentence, { serves, gives: () => this.#engine.gives() })
    if (away) rover.note({ code: 'vrs_away', params: { why: away } })
  }

  #leaveEngine(rover: Rover, entry: Entry, line: VrsLine): void {
    rover.note({ code: 'vrs_away', params: { why: line.why } })
    line.giveUp()
    this.#engine.doubt()
    this.#followNearest(rover, entry)
  }

  /**
   * A rover that does not say where it is gets the base of where it was, or of where its credential is registered. The engine is not asked:
   * a virtual base for a wrong place misleads more than a real one, which says where it stands. With a fence neither counts: it would be
   * enough to have been inside once.
   */
  #goWithout(rover: Rover, entry: Entry, now: number): void {
    if (rover.fence) return void rover.note(rover.uselessGga ? noPosition(rover) : PLACE_UNKNOWN)
    if (rover.feed === null) rover.note(noPosition(rover))
    const { place, placeAskedAt } = entry
    if (place || (placeAskedAt !== null && now - placeAskedAt < PLACE_ASKED_AGAIN_MS)) return
    entry.placeAskedAt = now
    void this.#services.lastPlaceOf(rover.id).then((known) => {
      if (rover.lat !== null || !this.#rovers.has(rover)) return
      entry.place = known
      this.#followNearest(rover, entry)
    })
  }

  #followNearest(rover: Rover, { place, groupId }: Entry): void {
    if (!mayHaveData(rover)) return
    const own = positionOf(rover)
    const position = own ?? place
    if (!position) return
    const before = rover.feed
    const following = this.#bases.follow(position, before?.stationId ?? null, groupId)
    if (following.base === null) {
      if (own || before) rover.note(this.#nothing(following.why, groupId))
      // It stays with a silent base, which may come back, and leaves one that it must not get.
      if (before && !this.#bases.mayWaitFor(before.stationId, position, groupId)) rover.follow(null)
      return
    }
    const { base } = following
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

/** Of a rover that gets its base: what its record says last no longer holds. */
const tellsOtherwise = (last: Note | undefined, own: Position | null): boolean =>
  last?.code === 'base_down' ||
  last?.code === 'bus_away' ||
  (last?.code === 'base' && own !== null && isFromElsewhere(last.params))

const isFromElsewhere = ({ lastSeenAt, registered }: NoteParams['base']) =>
  lastSeenAt !== undefined || registered !== undefined

/** Of a place that the rover has not told in this session. */
const howKnown = ({ at }: KnownPlace) => (at ? { lastSeenAt: at.toISOString() } : { registered: true as const })

const positionOf = ({ lat, lng }: Rover): Position | null => (lat === null || lng === null ? null : { lat, lng })

const toTenth = (value: number) => Math.round(10 * value) / 10
