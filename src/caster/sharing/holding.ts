// A station that this node owns: its lease, the sequence of messages that other nodes receive, and what happens when
// the lease is lost.
import type { Signal } from '../../base/running/signal.ts'
import type { Bus } from '../bus.ts'
import type { StationLeases } from '../services.ts'
import type { Feed } from '../streams/feed.ts'
import { type Proof, readProof } from '../streams/sources/push-proof.ts'
import type { FreezeDetector } from './freeze-detector.ts'
import { sendingTime, writeMessage } from './message.ts'

export const streamSubject = (stationId: number) => `vertice.rtcm.${stationId}`
export const firstSubject = (stationId: number) => `vertice.first.${stationId}`
/** Not `vertice.newcomer`: nodes without signatures would take a signed message for a better push and close theirs. */
export const newcomerSubject = (stationId: number) => `vertice.pushed.${stationId}`

/** The part of `Ownership` that a holding needs. */
export interface HoldingOwner {
  readonly dependencies: { readonly bus: Bus | null; readonly node: string; readonly leases: StationLeases }
  readonly newcomer: Signal<[stationId: number, proof: Proof]>
  readonly freezes: FreezeDetector
  isTrusted(now: number): boolean
  of(stationId: number): Holding | null
  release(stationId: number, fencingToken: number): void
  lose(holding: Holding): void
  forget(holding: Holding): void
  backOff(): void
}

/**
 * `resting`: the source is silent and the lease is released. `unsure`: the source sends again while the database is
 * unavailable, in which case no other node can have taken the lease since.
 */
type State = 'held' | 'resting' | 'unsure' | 'over'

export class Holding {
  readonly stationId: number
  readonly #ownership: HoldingOwner
  readonly #subject: string
  fencingToken: number
  #sequence = 0
  #state: State = 'held'
  #isAsking = false
  #closeSource: (() => void) | null = null
  readonly #stopHearing: () => void

  constructor(ownership: HoldingOwner, stationId: number, fencingToken: number, feed: Feed) {
    this.#ownership = ownership
    this.stationId = stationId
    this.fencingToken = fencingToken
    this.#subject = streamSubject(stationId)
    const { bus } = ownership.dependencies
    const tellFirst = (_: Buffer, answer: (reply: Buffer) => void) => answer(this.#message(feed.told))
    const hearOf = (message: Buffer) => {
      const proof = readProof(message.toString())
      if (proof) ownership.newcomer.emit(stationId, proof)
      else bus?.reject('malformed', newcomerSubject(stationId))
    }
    const stops = bus
      ? [bus.subscribe(firstSubject(stationId), tellFirst), bus.subscribe(newcomerSubject(stationId), hearOf)]
      : []
    this.#stopHearing = () => {
      for (const stop of stops) stop()
    }
  }

  broughtBy(close: () => void): void {
    this.#closeSource = close
  }

  /** Whether the station is promised to a source that does not send yet. */
  get isPromised(): boolean {
    return this.#closeSource === null
  }

  get isHeld(): boolean {
    return this.#state === 'held' || this.#state === 'unsure'
  }

  get isUnsure(): boolean {
    return this.#state === 'unsure'
  }

  /** Whether a query for the ownership of the station is in progress. */
  get isAsking(): boolean {
    return this.#isAsking
  }

  /** Whether data that arrives now may be forwarded. */
  isOpen(now: number): boolean {
    if (this.#state === 'resting') void this.takeAgain()
    return this.isHeld && this.#ownership.isTrusted(now)
  }

  /** Publishes to the nodes that listen, once per message. */
  passOn(bytes: Buffer): void {
    const { bus } = this.#ownership.dependencies
    if (!bus) return
    this.#sequence += 1 // also for skipped messages: listeners count them as missing
    if (this.#ownership.freezes.mayBeOld(performance.now())) return
    bus.publish(this.#subject, this.#message(bytes))
  }

  #message(bytes: Buffer): Buffer {
    const { node } = this.#ownership.dependencies
    return writeMessage(
      { node, fencingToken: this.fencingToken, sequence: this.#sequence, receivedAt: sendingTime() },
      bytes,
    )
  }

  /** Call when the source is silent: releases the lease, so that the base can connect to another node. */
  rest(): void {
    if (this.#state !== 'held') return
    this.#state = 'resting'
    this.#ownership.release(this.stationId, this.fencingToken)
  }

  async takeAgain(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      const fencingToken = (await this.#ownership.dependencies.leases.take([this.stationId])).get(this.stationId)
      if (this.#isOver) {
        // The source left, or another source of this node owns the station now.
        if (fencingToken === undefined) return
        const other = this.#ownership.of(this.stationId)
        if (other) other.raise(fencingToken)
        else this.#ownership.release(this.stationId, fencingToken)
        return
      }
      if (fencingToken === undefined) return this.#ownership.lose(this)
      this.fencingToken = fencingToken
      this.#sequence = 0
      this.#state = 'held'
    } catch {
      if (!this.#isOver) this.#state = 'unsure'
      this.#ownership.backOff()
    } finally {
      this.#isAsking = false
    }
  }

  get #isOver(): boolean {
    return this.#state === 'over'
  }

  /** Applies a higher token of the database. A lower one is an outdated answer. */
  raise(fencingToken: number): void {
    if (fencingToken <= this.fencingToken) return
    this.fencingToken = fencingToken
    this.#sequence = 0
  }

  /** Call when the source disconnected. */
  end(): void {
    if (this.#isOver) return
    const { isHeld } = this
    this.#over()
    if (isHeld) this.#ownership.release(this.stationId, this.fencingToken)
    this.#ownership.forget(this)
  }

  /** Call when another node owns the station. */
  lost(): void {
    if (this.#isOver) return
    this.#over()
    this.#ownership.forget(this)
    this.#closeSource?.()
  }

  /** Call when another source of this node owns the station: the present one would serve no rover. */
  replaced(): void {
    this.#over()
    this.#closeSource?.()
  }

  #over(): void {
    this.#state = 'over'
    this.#stopHearing()
  }
}
