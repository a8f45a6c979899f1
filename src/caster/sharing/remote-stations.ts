// Stations that other nodes own: which are online, and the data of those that rovers of this node want.
import { FrameReader, type StreamShape } from '@vertice/rtcm'
import type { Bus } from '../bus.ts'
import type { Feeds } from '../streams/feeds.ts'
import { Continuity } from './continuity.ts'
import { HEARTBEAT_SUBJECT, type Heartbeat, type Owned, type Shapes } from './heartbeat.ts'
import { firstSubject, type Holding, streamSubject } from './holding.ts'
import { readMessage, sendingTime } from './message.ts'
import { MessageAges, OLDEST_MS } from './message-ages.ts'
import type { Ownership } from './ownership.ts'

/** Idle timeout of a subscription: most rovers reconnect soon, or another one connects. */
const NEEDED_FOR_MS = 60_000
/** Interval of requests for the frames that describe a base. The stream contains them too. */
const FIRST_WITHIN_MS = 1_000
const FIRST_AGAIN_MS = 2_000
const MOST_QUESTIONS = 5
/** A node that was not heard for this long is dead, or its messages do not arrive here. */
const UNHEARD_MS = 11_000
/** Every node sends a heartbeat per second. After this long without one, the database is asked. */
const MISSED_MS = 2_500
/** Restarted nodes have new ids: the least recently heard nodes are forgotten. */
const MOST_NODES = 1_000
/** Limit for a stream that is held back for up to a second. */
const MAX_HELD_BYTES = 1024 * 1024
const QUESTION = Buffer.alloc(0)

interface Remote {
  readonly stationId: number
  readonly continuity: Continuity
  /** The node that announced that it owns the station. */
  node: string | null
  /** This node's last fencing token for the station; 0 if it never owned it. */
  ownFencingToken: number
  heardAt: number
  shape: StreamShape | null
  /** Unsubscribes; `null` if no rover of this node wants the stream. */
  stop: (() => void) | null
  neededAt: number
  /** Data that is held back until the frames that describe the base have arrived; `null` if they are not awaited. */
  held: Buffer[] | null
  questions: number
  askedAt: number
}

export interface RemoteStationCounts {
  readonly listened: number
  /** Stream messages from other nodes, including those that were dropped. */
  readonly messagesIn: number
  readonly bytesIn: number
  /** Messages that were sent and did not arrive. */
  readonly missed: number
  readonly tooOld: number
}

export interface RemoteStationsDependencies {
  readonly bus: Bus
  readonly feeds: Feeds
  readonly ownership: Ownership
  /** Whether the station is registered. Nodes learn of a new station within a second or two. */
  readonly isKnown: (stationId: number) => boolean
  /** Receives the frames of followed stations. */
  readonly tap?: FollowedTap | undefined
}

/** Frames of a station that another node owns. It runs in the path of the stream: it must return quickly. */
export type FollowedTap = (stationId: number, frames: Buffer) => void

export class RemoteStations {
  readonly #bus: Bus
  readonly #feeds: Feeds
  readonly #ownership: Ownership
  readonly #isKnown: (stationId: number) => boolean
  readonly #tap: FollowedTap | undefined
  readonly #remotes = new Map<number, Remote>()
  /** Stations whose frames this node reads although no rover wants them. */
  #followed: ReadonlySet<number> = new Set()
  /** The stations that each node announced. */
  readonly #ownedBy = new Map<string, ReadonlySet<number>>()
  readonly #ages = new MessageAges()
  readonly #startedAt = performance.now()
  /** Stations that other living nodes own according to the database and that are not heard. */
  #leased: ReadonlySet<number> = new Set()
  #tooOld = 0
  #messagesIn = 0
  #bytesIn = 0

  constructor({ bus, feeds, ownership, isKnown, tap }: RemoteStationsDependencies) {
    this.#bus = bus
    this.#tap = tap
    this.#feeds = feeds
    this.#ownership = ownership
    this.#isKnown = isKnown
    feeds.firstReceiver.subscribe((stationId) => this.#need(stationId))
    ownership.changed.subscribe((ended) => {
      if (ended) this.#ended(ended)
    })
  }

  get counts(): RemoteStationCounts {
    const remotes = [...this.#remotes.values()]
    return {
      listened: remotes.filter(({ stop }) => stop !== null).length,
      missed: remotes.reduce((sum, { continuity }) => sum + continuity.missed, 0),
      tooOld: this.#tooOld,
      messagesIn: this.#messagesIn,
      bytesIn: this.#bytesIn,
    }
  }

  shapeOf(stationId: number): StreamShape | null {
    return this.#remotes.get(stationId)?.shape ?? null
  }

  /** Returns false if the heartbeat was delayed and is outdated. */
  hearHeartbeat(alive: Heartbeat): boolean {
    const { node, sentAt } = alive
    if (this.#ages.of(node, sentAt, sendingTime()) > OLDEST_MS) return false
    const now = performance.now()
    const owned = alive.owned.filter(({ stationId }) => this.#isKnown(stationId))
    if (owned.length < alive.owned.length) this.#bus.reject('unknown_station', HEARTBEAT_SUBJECT)
    for (const one of owned) this.#hearOwned(node, one, now)
    const before = this.#ownedBy.get(node)
    const ids = new Set(owned.map(({ stationId }) => stationId))
    this.#ownedBy.delete(node)
    this.#ownedBy.set(node, ids)
    if (this.#ownedBy.size > MOST_NODES) this.#ownedBy.delete(this.#ownedBy.keys().next().value!)
    for (const stationId of before ?? []) if (!ids.has(stationId)) this.#gone(stationId, node, now)
    return true
  }

  /** Ignores stations that the node has not announced. */
  hearShapes({ node, sentAt, shapes }: Shapes): void {
    if (this.#ages.of(node, sentAt, sendingTime()) > OLDEST_MS) return
    for (const [stationId, shape] of shapes) {
      const remote = this.#remotes.get(stationId)
      if (remote?.node === node) remote.shape = shape
    }
  }

  #hearOwned(node: string, { stationId, fencingToken, flows, observed, standby = null }: Owned, now: number): void {
    const holding = this.#ownership.of(stationId)
    if (holding && holding.fencingToken >= fencingToken) return
    if (holding) this.#ownership.lose(holding)
    const remote = this.#of(stationId)
    if (remote.continuity.adopt(fencingToken)) this.#anotherOwner(remote)
    if (fencingToken < remote.continuity.fencingToken) return
    remote.node = node
    remote.heardAt = now
    const feed = this.#feeds.of(stationId)
    feed.standby = standby
    if (flows) feed.livesElsewhere(now, observed)
  }

  /** Call when the node no longer owns the station. */
  #gone(stationId: number, node: string, now: number): void {
    const remote = this.#remotes.get(stationId)
    if (remote?.node !== node) return
    remote.node = null
    if (!this.#ownership.of(stationId)) this.#feeds.of(stationId).end(now)
  }

  /** Call when the feed on this node got its first receiver. */
  #need(stationId: number): void {
    if (this.#ownership.of(stationId)) return
    const remote = this.#of(stationId)
    if (!remote.stop && this.#feeds.of(stationId).told.length === 0) remote.held = []
    this.#listen(remote)
  }

  #listen(remote: Remote): void {
    remote.neededAt = performance.now()
    if (remote.stop) return
    const hear = (message: Buffer) => this.#hear(remote, message)
    remote.stop = this.#bus.subscribe(streamSubject(remote.stationId), hear)
    remote.questions = 0
    void this.#askFirst(remote).then(() => this.#passHeld(remote))
  }

  /** Subscribes to these stations while other nodes own them. Neither starts an on-demand pull nor keeps one open. */
  follow(stationIds: Iterable<number>): void {
    this.#followed = new Set(stationIds)
    for (const id of this.#followed) this.#listenToFollowed(id)
  }

  #listenToFollowed(stationId: number): void {
    if (this.#isKnown(stationId) && !this.#ownership.of(stationId)) this.#listen(this.#of(stationId))
  }

  /** Call when this node lost the station. */
  #ended({ stationId, fencingToken }: Holding): void {
    const remote = this.#of(stationId)
    remote.ownFencingToken = fencingToken
    remote.continuity.adopt(fencingToken)
    if (this.#feeds.of(stationId).receivers.length > 0) this.#listen(remote)
  }

  #hear(remote: Remote, bytes: Buffer): void {
    this.#messagesIn += 1
    this.#bytesIn += bytes.length
    const message = readMessage(bytes)
    if (!message) return void this.#bus.reject('malformed', streamSubject(remote.stationId))
    if (this.#ownership.of(remote.stationId)) return
    const age = this.#ages.of(message.node, message.receivedAt, sendingTime())
    const verdict = remote.continuity.take(message.fencingToken, message.sequence)
    if (verdict === 'not_the_owner' || verdict === 'again') return
    if (verdict === 'new_owner') this.#anotherOwner(remote)
    if (age > OLDEST_MS) {
      this.#tooOld += 1
      return
    }
    if (remote.held) hold(remote.held, message.bytes)
    else this.#pass(remote.stationId, message.bytes)
  }

  #pass(stationId: number, bytes: Buffer): void {
    this.#readStationFrames(bytes, stationId)
    this.#feeds.of(stationId).passedOn(bytes, performance.now())
    if (this.#followed.has(stationId)) this.#tap?.(stationId, bytes)
  }

  #passHeld(remote: Remote): void {
    const held = remote.held ?? []
    remote.held = null
    if (remote.stop && !this.#ownership.of(remote.stationId))
      for (const bytes of held) this.#pass(remote.stationId, bytes)
  }

  /** Call before bytes of another connection, which may come from another antenna. */
  #anotherOwner(remote: Remote): void {
    const feed = this.#feeds.of(remote.stationId)
    feed.forgetStationFrames()
    feed.newest.restart()
    feed.breaks += 1
    remote.shape = null
    if (remote.held) remote.held = []
    remote.questions = 0
    remote.askedAt = Number.NEGATIVE_INFINITY
  }

  /** For rovers that join later. */
  #readStationFrames(bytes: Buffer, stationId: number): void {
    const feed = this.#feeds.of(stationId)
    if (feed.isRtcm) new FrameReader((payload, type) => feed.hear(payload, type)).push(bytes)
  }

  async #askFirst(remote: Remote): Promise<void> {
    remote.questions += 1
    remote.askedAt = performance.now()
    const answer = await this.#bus.ask(firstSubject(remote.stationId), QUESTION, FIRST_WITHIN_MS)
    const message = answer && readMessage(answer)
    if (answer && !message) this.#bus.reject('malformed', firstSubject(remote.stationId))
    const feed = this.#feeds.of(remote.stationId)
    if (!message || message.bytes.length === 0 || !remote.stop || feed.told.length > 0) return
    if (this.#ownership.of(remote.stationId)) return // the base is connected to this node by now
    if (message.fencingToken < remote.continuity.fencingToken) return
    if (remote.continuity.adopt(message.fencingToken)) this.#anotherOwner(remote)
    this.#readStationFrames(message.bytes, remote.stationId)
    feed.tellFirst()
  }

  tick(now: number): void {
    for (const id of this.#followed) this.#listenToFollowed(id)
    for (const remote of this.#remotes.values()) {
      if (!remote.stop) continue
      const feed = this.#feeds.of(remote.stationId)
      if (feed.receivers.length > 0 || this.#followed.has(remote.stationId)) remote.neededAt = now
      if (this.#ownership.of(remote.stationId) || now - remote.neededAt > NEEDED_FOR_MS) this.#stopListening(remote)
      else if (feed.told.length === 0 && remote.questions < MOST_QUESTIONS && now - remote.askedAt > FIRST_AGAIN_MS)
        if (feed.isRtcm && remote.node !== null) void this.#askFirst(remote)
    }
  }

  #stopListening(remote: Remote): void {
    remote.stop?.()
    remote.stop = null
    remote.continuity.pause()
    if (!this.#ownership.of(remote.stationId)) this.#feeds.of(remote.stationId).forgetStationFrames()
  }

  /** Whether this node was the last known owner. */
  wasLastHere(stationId: number): boolean {
    const remote = this.#remotes.get(stationId)
    return (
      remote !== undefined && remote.ownFencingToken > 0 && remote.ownFencingToken >= remote.continuity.fencingToken
    )
  }

  /** Whether another live node owns the station, according to the database. */
  isLeased(stationId: number): boolean {
    return this.#leased.has(stationId)
  }

  /** Whether a node that owns the station was heard recently. */
  isHeard(stationId: number): boolean {
    const remote = this.#remotes.get(stationId)
    if (!remote || remote.node === null || !this.#bus.isUp()) return false
    return performance.now() - remote.heardAt <= MISSED_MS
  }

  /** Whether the bus is up and some station has not been heard yet. */
  awaitsSome(): boolean {
    return this.#bus.isUp() && [...this.#leased].some((stationId) => !this.isHeard(stationId))
  }

  heardWithin(milliseconds: number): Set<number> {
    const since = performance.now() - milliseconds
    return new Set([...this.#remotes.values()].flatMap(({ stationId, heardAt }) => (heardAt >= since ? stationId : [])))
  }

  /** `leased`: unheard stations that other live nodes own according to the database. */
  know(leased: ReadonlySet<number>): void {
    this.#leased = leased
  }

  /** Whether a live node owns the station and is not heard here. */
  isCutOff(stationId: number): boolean {
    if (!this.#leased.has(stationId) || this.#ownership.of(stationId)) return false
    if (!this.#bus.isUp()) return true
    const heardAt = this.#remotes.get(stationId)?.heardAt ?? this.#startedAt
    return performance.now() - Math.max(heardAt, this.#startedAt) > UNHEARD_MS
  }

  close(): void {
    for (const remote of this.#remotes.values()) remote.stop?.()
  }

  #of(stationId: number): Remote {
    const known = this.#remotes.get(stationId)
    if (known) return known
    const remote: Remote = {
      stationId,
      continuity: new Continuity(),
      node: null,
      ownFencingToken: 0,
      heardAt: Number.NEGATIVE_INFINITY,
      shape: null,
      stop: null,
      neededAt: 0,
      held: null,
      questions: 0,
      askedAt: Number.NEGATIVE_INFINITY,
    }
    this.#remotes.set(stationId, remote)
    return remote
  }
}

/** Drops what exceeds the limit: rovers get the next epoch. */
function hold(held: Buffer[], bytes: Buffer): void {
  const heldBytes = held.reduce((sum, { length }) => sum + length, 0)
  if (heldBytes + bytes.length <= MAX_HELD_BYTES) held.push(bytes)
}
