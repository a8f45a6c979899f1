// The streams that other nodes have: who lives there, and the bytes of those that somebody here wants.
import { FrameReader, type StreamShape } from '@vertice/rtcm'
import type { Bus } from '../bus.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import { Ages, OLDEST_MS } from './ages.ts'
import type { Alive, Owned, Shapes } from './alive.ts'
import { Continuity } from './continuity.ts'
import { readMessage, sendingTime } from './message.ts'
import { firstSubject, type Ownership, streamSubject } from './ownership.ts'

/** So long after its last rover a stream is still listened to: most come back, or another does. */
const NEEDED_FOR_MS = 60_000
/** What the base told of itself is asked for so often; it also comes with the stream. */
const FIRST_WITHIN_MS = 1_000
const FIRST_AGAIN_MS = 2_000
const MOST_QUESTIONS = 5
/** A node that was not heard for so long is dead, or its messages do not come here. */
const UNHEARD_MS = 11_000
/** Every node speaks once a second: of whom nothing was heard for so long, the database knows more. */
const MISSED_MS = 2_500
/** Nodes that were started again have other names: the longest unheard are forgotten. */
const MOST_NODES = 1_000
const QUESTION = Buffer.alloc(0)

interface Remote {
  readonly stationId: number
  readonly continuity: Continuity
  /** Who says to have it. */
  node: string | null
  /** With which this node last had it; 0: never. */
  ownFence: number
  heardAt: number
  shape: StreamShape | null
  /** Ends the listening; null: nobody here wants it. */
  stop: (() => void) | null
  neededAt: number
  /** What came of it while its base's own words were asked for, which are told first; null: they are not waited for. */
  held: Buffer[] | null
  questions: number
  askedAt: number
}

export interface ElsewhereCounts {
  readonly listened: number
  /** Of streams, from other nodes, whatever became of it. */
  readonly messagesIn: number
  readonly bytesIn: number
  /** Messages that were sent and did not come. */
  readonly missed: number
  readonly tooOld: number
}

export class Elsewhere {
  readonly #bus: Bus
  readonly #bases: BaseFeeds
  readonly #ownership: Ownership
  readonly #remotes = new Map<number, Remote>()
  /** What each node said to have. */
  readonly #ownedBy = new Map<string, ReadonlySet<number>>()
  readonly #ages = new Ages()
  readonly #startedAt = performance.now()
  /** As the database knows it: stations that other living nodes have, and that are not heard. */
  #leased: ReadonlySet<number> = new Set()
  #tooOld = 0
  #messagesIn = 0
  #bytesIn = 0

  constructor(bus: Bus, bases: BaseFeeds, ownership: Ownership) {
    this.#bus = bus
    this.#bases = bases
    this.#ownership = ownership
  }

  get counts(): ElsewhereCounts {
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

  /** False: it is from before, and was held up on its way. */
  hearAlive(alive: Alive): boolean {
    const { node, sentAt, owned } = alive
    if (this.#ages.of(node, sentAt, sendingTime()) > OLDEST_MS) return false
    const now = performance.now()
    for (const one of owned) this.#hearOwned(node, one, now)
    const before = this.#ownedBy.get(node)
    const ids = new Set(owned.map(({ stationId }) => stationId))
    this.#ownedBy.delete(node)
    this.#ownedBy.set(node, ids)
    if (this.#ownedBy.size > MOST_NODES) this.#ownedBy.delete(this.#ownedBy.keys().next().value!)
    for (const stationId of before ?? []) if (!ids.has(stationId)) this.#gone(stationId, node, now)
    return true
  }

  /** Of stations that this node has just said to have. */
  hearShapes({ node, sentAt, shapes }: Shapes): void {
    if (this.#ages.of(node, sentAt, sendingTime()) > OLDEST_MS) return
    for (const [stationId, shape] of shapes) {
      const remote = this.#of(stationId)
      if (remote.node === node) remote.shape = shape
    }
  }

  #hearOwned(node: string, { stationId, fence, flows, observed, backup = null }: Owned, now: number): void {
    const holding = this.#ownership.of(stationId)
    if (holding && holding.fence >= fence) return
    if (holding) this.#ownership.lose(holding)
    const remote = this.#of(stationId)
    if (remote.continuity.adopt(fence)) this.#anotherOwner(remote)
    if (fence < remote.continuity.fence) return
    remote.node = node
    remote.heardAt = now
    const feed = this.#bases.feedOf(stationId)
    feed.backup = backup
    if (flows) feed.livesElsewhere(now, observed)
  }

  /** Its node does not have it any more. */
  #gone(stationId: number, node: string, now: number): void {
    const remote = this.#of(stationId)
    if (remote.node !== node) return
    remote.node = null
    if (!this.#ownership.of(stationId)) this.#bases.feedOf(stationId).end(now)
  }

  /** Somebody here wants it, and nobody did. */
  need(stationId: number): void {
    if (this.#ownership.of(stationId)) return
    const remote = this.#of(stationId)
    if (!remote.stop && this.#bases.feedOf(stationId).told.length === 0) remote.held = []
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

  /** This node had it, and has it no more. */
  ended(stationId: number, fence: number): void {
    const remote = this.#of(stationId)
    remote.ownFence = fence
    remote.continuity.adopt(fence)
    if (this.#bases.feedOf(stationId).receivers.length > 0) this.#listen(remote)
  }

  #hear(remote: Remote, bytes: Buffer): void {
    this.#messagesIn += 1
    this.#bytesIn += bytes.length
    const message = readMessage(bytes)
    if (!message || this.#ownership.of(remote.stationId)) return
    const age = this.#ages.of(message.node, message.receivedAt, sendingTime())
    const verdict = remote.continuity.take(message.fence, message.sequence)
    if (verdict === 'not_the_owner' || verdict === 'again') return
    if (verdict === 'new_owner') this.#anotherOwner(remote)
    if (age > OLDEST_MS) {
      this.#tooOld += 1
      return
    }
    if (remote.held) remote.held.push(message.bytes)
    else this.#pass(remote.stationId, message.bytes)
  }

  #pass(stationId: number, bytes: Buffer): void {
    this.#readStationFrames(bytes, stationId)
    this.#bases.feedOf(stationId).passedOn(bytes, performance.now())
  }

  #passHeld(remote: Remote): void {
    const held = remote.held ?? []
    remote.held = null
    if (remote.stop && !this.#ownership.of(remote.stationId))
      for (const bytes of held) this.#pass(remote.stationId, bytes)
  }

  /** The bytes to come are of another connection, and may be of another antenna. */
  #anotherOwner(remote: Remote): void {
    const feed = this.#bases.feedOf(remote.stationId)
    feed.forgetStationFrames()
    feed.newest.restart()
    feed.breaks += 1
    remote.shape = null
    if (remote.held) remote.held = []
    remote.questions = 0
    remote.askedAt = Number.NEGATIVE_INFINITY
  }

  /** For rovers that come later. */
  #readStationFrames(bytes: Buffer, stationId: number): void {
    const feed = this.#bases.feedOf(stationId)
    if (feed.isRtcm) new FrameReader((payload, type) => feed.hear(payload, type)).push(bytes)
  }

  async #askFirst(remote: Remote): Promise<void> {
    remote.questions += 1
    remote.askedAt = performance.now()
    const answer = await this.#bus.ask(firstSubject(remote.stationId), QUESTION, FIRST_WITHIN_MS)
    const message = answer && readMessage(answer)
    const feed = this.#bases.feedOf(remote.stationId)
    if (!message || message.bytes.length === 0 || !remote.stop || feed.told.length > 0) return
    if (this.#ownership.of(remote.stationId)) return // its base is here by now
    if (message.fence < remote.continuity.fence) return
    if (remote.continuity.adopt(message.fence)) this.#anotherOwner(remote)
    this.#readStationFrames(message.bytes, remote.stationId)
    feed.tellFirst()
  }

  /** A few times a second. */
  look(now: number): void {
    for (const remote of this.#remotes.values()) {
      if (!remote.stop) continue
      const feed = this.#bases.feedOf(remote.stationId)
      if (feed.receivers.length > 0) remote.neededAt = now
      if (this.#ownership.of(remote.stationId) || now - remote.neededAt > NEEDED_FOR_MS) this.#stopListening(remote)
      else if (feed.told.length === 0 && remote.questions < MOST_QUESTIONS && now - remote.askedAt > FIRST_AGAIN_MS)
        if (feed.isRtcm && remote.node !== null) void this.#askFirst(remote)
    }
  }

  #stopListening(remote: Remote): void {
    remote.stop?.()
    remote.stop = null
    remote.continuity.pause()
    if (!this.#ownership.of(remote.stationId)) this.#bases.feedOf(remote.stationId).forgetStationFrames()
  }

  /** This node had it, and as far as anybody knows no other has since. */
  wasLastHere(stationId: number): boolean {
    const remote = this.#remotes.get(stationId)
    return remote !== undefined && remote.ownFence > 0 && remote.ownFence >= remote.continuity.fence
  }

  /** The database says that another living node has it. */
  isLeased(stationId: number): boolean {
    return this.#leased.has(stationId)
  }

  /** A node that has it was heard of late. */
  isHeard(stationId: number): boolean {
    const remote = this.#remotes.get(stationId)
    if (!remote || remote.node === null || !this.#bus.isUp()) return false
    return performance.now() - remote.heardAt <= MISSED_MS
  }

  /** Over a bus that is there, something is still to be heard of. */
  awaitsSome(): boolean {
    return this.#bus.isUp() && [...this.#leased].some((stationId) => !this.isHeard(stationId))
  }

  heardWithin(milliseconds: number): Set<number> {
    const since = performance.now() - milliseconds
    return new Set([...this.#remotes.values()].flatMap(({ stationId, heardAt }) => (heardAt >= since ? stationId : [])))
  }

  /** What the database says: of those that are not heard, stations that other living nodes have. */
  know(leased: ReadonlySet<number>): void {
    this.#leased = leased
  }

  /** Another node has it, which lives, and is not heard here. */
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
      ownFence: 0,
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
