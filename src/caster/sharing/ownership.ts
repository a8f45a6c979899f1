// The stations that this node owns. One node at a time owns a station, by a lease with a fencing token that only grows.
// A node that loses a lease closes its source immediately; a node that does not know whether it still holds a lease
// forwards nothing.

import { Signal } from '../../base/running/signal.ts'
import type { Which } from '../../domain/stations/standby.ts'
import type { Bus } from '../bus.ts'
import type { StationLeases } from '../services.ts'
import type { Feeds } from '../streams/feeds.ts'
import { type Proof, proofText } from '../streams/sources/push-proof.ts'
import { FreezeDetector } from './freeze-detector.ts'
import { Holding, newcomerSubject } from './holding.ts'

/** Announces to all nodes that a waiting source has priority over the one that serves. */
export const CLAIM_SUBJECT = 'vertice.claim'

/** Pause after a failed query. */
const BACK_OFF_MS = 1_000

export interface OwnershipDependencies {
  readonly leases: StationLeases
  readonly bus: Bus | null
  readonly node: string
  readonly feeds: Feeds
  readonly warn: (message: string, detail: object) => void
}

export class Ownership {
  readonly dependencies: OwnershipDependencies
  readonly freezes = new FreezeDetector()
  readonly #holdings = new Map<number, Holding>()
  readonly #taking = new Set<number>()
  /** Fencing tokens of leases to release, also while the database is unavailable; by station. */
  readonly #toRelease = new Map<number, number>()
  /** Leases of this node in the database that it did not know of at the last comparison. */
  #stray: ReadonlyMap<number, number> = new Map()
  #backOffUntil = 0
  #releasing: Promise<void> | null = null
  /** Emitted when this node took or lost a station; `ended` is the lost holding. */
  readonly changed = new Signal<[ended: Holding | null]>()
  /** Emitted when another node accepted a push for a station of this node. */
  readonly newcomer = new Signal<[stationId: number, proof: Proof]>()

  constructor(dependencies: OwnershipDependencies) {
    this.dependencies = dependencies
  }

  /** Whether other nodes receive the streams of this node. */
  get isShared(): boolean {
    return this.dependencies.bus !== null
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

  /** Whether a source is about to connect. */
  isReserved(stationId: number): boolean {
    return this.#taking.has(stationId) || (this.#holdings.get(stationId)?.isPromised ?? false)
  }

  /** Takes the stations that no other live node owns. */
  async take(wanted: readonly number[]): Promise<Holding[]> {
    const stationIds = wanted.filter((id) => !this.isReserved(id))
    if (stationIds.length === 0) return []
    for (const id of stationIds) this.#taking.add(id)
    try {
      const fencingTokens = await this.dependencies.leases.take(stationIds)
      return [...fencingTokens].map(([id, fencingToken]) => this.#hold(id, fencingToken))
    } finally {
      for (const id of stationIds) this.#taking.delete(id)
    }
  }

  /** Call when a push was accepted while its station is taken: the owner closes a push with a weaker proof. */
  tellNewcomer(stationId: number, proof: Proof): void {
    this.dependencies.bus?.publish(newcomerSubject(stationId), Buffer.from(proofText(proof)))
  }

  /** Asks the owner to release the station if a source of this node has priority. It can then be taken. */
  claim(stationId: number, which: Which): void {
    this.dependencies.bus?.publish(CLAIM_SUBJECT, Buffer.from(JSON.stringify([stationId, which])))
  }

  #hold(stationId: number, fencingToken: number): Holding {
    this.#holdings.get(stationId)?.replaced()
    const holding = new Holding(this, stationId, fencingToken, this.dependencies.feeds.of(stationId))
    this.#holdings.set(stationId, holding)
    this.changed.emit(null)
    return holding
  }

  /** False while this node may count as dead and other nodes may have taken its stations. */
  isTrusted(now: number): boolean {
    return this.dependencies.leases.isTrusted(now)
  }

  /** Call when another node owns the station, with a higher fencing token. */
  lose(holding: Holding): void {
    const { stationId } = holding
    this.dependencies.warn('Another node took over this station; closed its source here', { station: stationId })
    holding.lost()
  }

  forget(holding: Holding): void {
    if (this.#holdings.get(holding.stationId) === holding) this.#holdings.delete(holding.stationId)
    this.changed.emit(holding)
  }

  release(stationId: number, fencingToken: number): void {
    this.#toRelease.set(stationId, fencingToken)
    if (!this.#isBackingOff) void this.#releaseAll()
  }

  backOff(): void {
    this.#backOffUntil = performance.now() + BACK_OFF_MS
  }

  get #isBackingOff(): boolean {
    return performance.now() < this.#backOffUntil
  }

  /** Retries what failed while the database was unavailable. */
  tick(): void {
    if (this.#isBackingOff) return
    for (const holding of this.#holdings.values()) if (holding.isUnsure) void holding.takeAgain()
    void this.#releaseAll()
  }

  /** Call when this node may have counted as dead: loses the stations that other nodes took meanwhile. */
  async takeBack(): Promise<void> {
    const before = [...this.#holdings.values()].map((holding) => ({ holding, fencingToken: holding.fencingToken }))
    const kept = await this.dependencies.leases.kept()
    for (const { holding, fencingToken } of before) {
      if (!holding.isHeld || holding.fencingToken !== fencingToken) continue
      const keptToken = kept.get(holding.stationId)
      if (keptToken === undefined) this.lose(holding)
      else holding.raise(keptToken)
    }
  }

  /**
   * Compares the leases with the database. A lost or overtaken response leaves a lease that this node does not know of
   * and that keeps all other nodes out. It is released when two comparisons find it, because it may have changed during
   * the first.
   */
  async compare(): Promise<void> {
    const kept = await this.dependencies.leases.kept()
    const stray = new Map<number, number>()
    for (const [stationId, fencingToken] of kept) {
      const holding = this.of(stationId)
      if (this.#taking.has(stationId) || holding?.isAsking) continue
      if (holding?.isHeld) holding.raise(fencingToken)
      else if (this.#stray.get(stationId) === fencingToken) this.release(stationId, fencingToken)
      else stray.set(stationId, fencingToken)
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
        await this.dependencies.leases.release(some.map(([stationId, fencingToken]) => ({ stationId, fencingToken })))
      } catch {
        return this.backOff() // the next tick retries
      }
      for (const [stationId, fencingToken] of some)
        if (this.#toRelease.get(stationId) === fencingToken) this.#toRelease.delete(stationId)
    }
  }

  /** Releases every station, so that another node can take it immediately. */
  async stop(): Promise<void> {
    for (const holding of [...this.#holdings.values()]) holding.end()
    await this.#releaseAll()
  }
}
