// Which stations' streams this node has. One node at a time has a station, by a lease with a fence that only grows; who loses it lets go
// of its source at once, and who does not know whether it still has it passes nothing on.
import type { Which } from '../../domain/stations/backup.ts'
import type { Bus } from '../bus.ts'
import type { StationLeases } from '../services.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { Feed } from '../streams/feed.ts'
import { type Proof, proofText, readProof } from '../streams/proof.ts'
import { sendingTime, writeMessage } from './message.ts'
import { Standstill } from './standstill.ts'

export const streamSubject = (stationId: number) => `vertice.rtcm.${stationId}`
export const firstSubject = (stationId: number) => `vertice.first.${stationId}`
/** A source that waits has more right to a station than the one that serves: said to all, whoever has it. */
export const CLAIM_SUBJECT = 'vertice.claim'
const newcomerSubject = (stationId: number) => `vertice.newcomer.${stationId}`

/** A database that is away is not asked four times a second. */
const REST_MS = 1_000

export interface OwnershipMeans {
  readonly leases: StationLeases
  readonly bus: Bus | null
  readonly node: string
  readonly bases: BaseFeeds
  readonly warn: (message: string, detail: object) => void
}

/**
 * `resting`: the source is silent, so that another node may have the station; `unsure`: it spoke again, and the database could not be
 * asked, so that nobody else can have taken it since.
 */
type State = 'held' | 'resting' | 'unsure' | 'over'

/** A station of this node. */
export class Holding {
  readonly stationId: number
  readonly #ownership: Ownership
  readonly #subject: string
  fence: number
  #sequence = 0
  #state: State = 'held'
  #isAsking = false
  #closeSource: (() => void) | null = null
  readonly #stopHearing: () => void

  constructor(ownership: Ownership, stationId: number, fence: number, feed: Feed) {
    this.#ownership = ownership
    this.stationId = stationId
    this.fence = fence
    this.#subject = streamSubject(stationId)
    const { bus } = ownership.means
    const tellFirst = (_: Buffer, answer: (reply: Buffer) => void) => answer(this.#message(feed.told))
    const hearOf = (proof: Buffer) => ownership.newcomer(stationId, readProof(proof.toString()))
    const stops = bus
      ? [bus.subscribe(firstSubject(stationId), tellFirst), bus.subscribe(newcomerSubject(stationId), hearOf)]
      : []
    this.#stopHearing = () => {
      for (const stop of stops) stop()
    }
  }

  /** Whoever brings the stream; `close` ends that. */
  broughtBy(close: () => void): void {
    this.#closeSource = close
  }

  /** Nobody brings it yet, but somebody has been told that they may. */
  get isPromised(): boolean {
    return this.#closeSource === null
  }

  get isHeld(): boolean {
    return this.#state === 'held' || this.#state === 'unsure'
  }

  get isUnsure(): boolean {
    return this.#state === 'unsure'
  }

  /** Whether this node has the station is being asked. */
  get isAsking(): boolean {
    return this.#isAsking
  }

  /** What comes now may be passed on. */
  isOpen(now: number): boolean {
    if (this.#state === 'resting') void this.takeAgain()
    return this.isHeld && this.#ownership.isTrusted(now)
  }

  /** To the nodes that listen; once a message, however many rovers they have. */
  passOn(bytes: Buffer): void {
    const { bus } = this.#ownership.means
    if (!bus) return
    this.#sequence += 1 // also of what is left out: who listens counts it as missing
    if (this.#ownership.standstill.mayBeOld(performance.now())) return
    bus.publish(this.#subject, this.#message(bytes))
  }

  #message(bytes: Buffer): Buffer {
    const { node } = this.#ownership.means
    return writeMessage({ node, fence: this.fence, sequence: this.#sequence, receivedAt: sendingTime() }, bytes)
  }

  /** Its source says nothing: a base that comes to another node is not kept out by it. */
  rest(): void {
    if (this.#state !== 'held') return
    this.#state = 'resting'
    this.#ownership.release(this.stationId, this.fence)
  }

  async takeAgain(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      const fence = (await this.#ownership.means.leases.take([this.stationId])).get(this.stationId)
      if (this.#isOver) {
        // Its source left, or another came to this node and has it now, with what this one got.
        if (fence === undefined) return
        const other = this.#ownership.of(this.stationId)
        if (other) other.raise(fence)
        else this.#ownership.release(this.stationId, fence)
        return
      }
      if (fence === undefined) return this.#ownership.lose(this)
      this.fence = fence
      this.#sequence = 0
      this.#state = 'held'
    } catch {
      if (!this.#isOver) this.#state = 'unsure'
      this.#ownership.restAWhile()
    } finally {
      this.#isAsking = false
    }
  }

  get #isOver(): boolean {
    return this.#state === 'over'
  }

  /** The database says so of this node's lease; an answer from before it changed says less. */
  raise(fence: number): void {
    if (fence <= this.fence) return
    this.fence = fence
    this.#sequence = 0
  }

  /** Its source is gone. */
  end(): void {
    if (this.#isOver) return
    const { isHeld } = this
    this.#over()
    if (isHeld) this.#ownership.release(this.stationId, this.fence)
    this.#ownership.forget(this)
  }

  /** Another has the station now. */
  lost(): void {
    if (this.#isOver) return
    this.#over()
    this.#ownership.forget(this)
    this.#closeSource?.()
  }

  /** Another source of this node has it now, or had it: whoever brought it so far would speak to nobody. */
  replaced(): void {
    this.#over()
    this.#closeSource?.()
  }

  #over(): void {
    this.#state = 'over'
    this.#stopHearing()
  }
}

export class Ownership {
  readonly means: OwnershipMeans
  readonly standstill = new Standstill()
  readonly #holdings = new Map<number, Holding>()
  readonly #taking = new Set<number>()
  /** What is to be given back, also when the database is away for a while: a station a line. */
  readonly #toRelease = new Map<number, number>()
  /** Leases of this node that nobody here knew of when they were last compared. */
  #stray: ReadonlyMap<number, number> = new Map()
  #restUntil = 0
  #releasing: Promise<void> | null = null
  /** Something began or ended; `ended`: a station that this node had, and with which fence. */
  changed: (ended: Holding | null) => void = () => {}
  /** Somebody whom a station of this node lets in came to another, with this. */
  newcomer: (stationId: number, proof: Proof) => void = () => {}

  constructor(means: OwnershipMeans) {
    this.means = means
  }

  /** Other nodes hear what this one has. */
  get isShared(): boolean {
    return this.means.bus !== null
  }

  get all(): Iterable<Holding> {
    return this.#holdings.values()
  }

  get count(): number {
    return this.#holdings.size
  }

  of(stationId: number): Holding | null {
    return this.#holdings.get(stationId) ?? null
  }

  /** Somebody is about to bring it. */
  isReserved(stationId: number): boolean {
    return this.#taking.has(stationId) || (this.#holdings.get(stationId)?.isPromised ?? false)
  }

  /** Those of them that no other living node has. */
  async take(wanted: readonly number[]): Promise<Holding[]> {
    const stationIds = wanted.filter((id) => !this.isReserved(id))
    if (stationIds.length === 0) return []
    for (const id of stationIds) this.#taking.add(id)
    try {
      const fences = await this.means.leases.take(stationIds)
      return [...fences].map(([id, fence]) => this.#hold(id, fence))
    } finally {
      for (const id of stationIds) this.#taking.delete(id)
    }
  }

  /** A base that was let in found its station taken: its node lets go of one that came with less. */
  tellNewcomer(stationId: number, proof: Proof): void {
    this.means.bus?.publish(newcomerSubject(stationId), Buffer.from(proofText(proof)))
  }

  /** Whoever has it lets go of it, if a source of this node has more right to serve; then it can be taken. */
  claim(stationId: number, which: Which): void {
    this.means.bus?.publish(CLAIM_SUBJECT, Buffer.from(JSON.stringify([stationId, which])))
  }

  #hold(stationId: number, fence: number): Holding {
    this.#holdings.get(stationId)?.replaced()
    const holding = new Holding(this, stationId, fence, this.means.bases.feedOf(stationId))
    this.#holdings.set(stationId, holding)
    this.changed(null)
    return holding
  }

  /** While this node does not know whether it counts as alive, others may have what it had. */
  isTrusted(now: number): boolean {
    return this.means.leases.isTrusted(now)
  }

  /** Another node has it, with a higher fence. */
  lose(holding: Holding): void {
    const { stationId } = holding
    this.means.warn('another node has this station now; its source here is closed', { station: stationId })
    holding.lost()
  }

  forget(holding: Holding): void {
    if (this.#holdings.get(holding.stationId) === holding) this.#holdings.delete(holding.stationId)
    this.changed(holding)
  }

  release(stationId: number, fence: number): void {
    this.#toRelease.set(stationId, fence)
    if (!this.#rests) void this.#releaseAll()
  }

  restAWhile(): void {
    this.#restUntil = performance.now() + REST_MS
  }

  get #rests(): boolean {
    return performance.now() < this.#restUntil
  }

  /** A few times a second. */
  look(): void {
    if (this.#rests) return
    for (const holding of this.#holdings.values()) if (holding.isUnsure) void holding.takeAgain()
    void this.#releaseAll()
  }

  /** Others may have taken this node for dead: what they took meanwhile is theirs. */
  async takeBack(): Promise<void> {
    const before = [...this.#holdings.values()].map((holding) => ({ holding, fence: holding.fence }))
    const kept = await this.means.leases.kept()
    for (const { holding, fence } of before) {
      if (!holding.isHeld || holding.fence !== fence) continue
      const keptFence = kept.get(holding.stationId)
      if (keptFence === undefined) this.lose(holding)
      else holding.raise(keptFence)
    }
  }

  /**
   * Every few seconds, against what stands in the database: an answer that was lost, or overtaken by another, leaves a lease that nobody
   * here knows of and that keeps everybody else out. Twice, because what was asked may have changed while it was answered.
   */
  async compare(): Promise<void> {
    const kept = await this.means.leases.kept()
    const stray = new Map<number, number>()
    for (const [stationId, fence] of kept) {
      const holding = this.of(stationId)
      if (this.#taking.has(stationId) || holding?.isAsking) continue
      if (holding?.isHeld) holding.raise(fence)
      else if (this.#stray.get(stationId) === fence) this.release(stationId, fence)
      else stray.set(stationId, fence)
    }
    this.#stray = stray
  }

  #releaseAll(): Promise<void> {
    this.#releasing ??= this.#releaseInTurn().finally(() => {
      this.#releasing = null
    })
    return this.#releasing
  }

  async #releaseInTurn(): Promise<void> {
    while (this.#toRelease.size > 0) {
      const some = [...this.#toRelease]
      try {
        await this.means.leases.release(some.map(([stationId, fence]) => ({ stationId, fence })))
      } catch {
        return this.restAWhile() // then the next look tries again
      }
      for (const [stationId, fence] of some)
        if (this.#toRelease.get(stationId) === fence) this.#toRelease.delete(stationId)
    }
  }

  /** Everything is given back; who comes next need not wait. */
  async close(): Promise<void> {
    for (const holding of [...this.#holdings.values()]) holding.end()
    await this.#releaseAll()
  }
}
