// Streams of other casters that are pulled while somebody wants them: from the first rover, of this node or another, until a while after
// the last.
import type { StreamLoss, Upstream } from '../../domain/network/source-address.ts'
import type { OfferFailure } from '../../domain/network/upstreams/upstream.ts'
import type { Bus } from '../bus.ts'
import type { Rover } from '../rovers/rover.ts'
import type { BaseFeeds } from './bases.ts'
import type { Sources } from './sources.ts'

const DEMAND_SUBJECT = 'vertice.demand'
/** So often a node says what its rovers want of what others have; more often where streams are let go of sooner. */
const TOLD_EVERY_MS = 5_000
const TOLD_WHILE_IDLE = 4
/** So often it is told that nothing comes, well before that would be forgotten. */
const FAILURE_TOLD_EVERY_MS = 20_000
/** At a look: ten thousand at once would keep streams waiting. */
const NOTES_AT_ONCE = 200
const ID_BYTES = 6
/** It was opened, or is about to be. */
const NO_DATA: StreamLoss = { code: 'no_data', params: {} }

export interface DemandMeans {
  readonly bases: Pick<BaseFeeds, 'feedOf'>
  readonly sources: Pick<Sources, 'isPulled' | 'pulledOnDemand' | 'lossOf' | 'demand'>
  readonly bus: Bus | null
  readonly rovers: readonly Rover[]
  /** So long after its last rover a stream is still pulled. */
  readonly idleMs: number
  /** So long nothing may come before that counts. */
  readonly graceMs: number
  /** Somebody wants these, and nothing comes. */
  readonly failed: (failures: readonly OfferFailure[]) => Promise<void>
  readonly warn: (message: string, detail: object) => void
}

export class Demand {
  readonly #means: DemandMeans
  #offers: ReadonlyMap<number, Upstream> = new Map()
  /** When somebody here last wanted it, and when another node last said so. */
  readonly #neededAt = new Map<number, number>()
  readonly #heardAt = new Map<number, number>()
  /** Since when nothing comes of what is pulled here. */
  readonly #quietSince = new Map<number, number>()
  readonly #noted = new Set<Rover>()
  #toldAt = Number.NEGATIVE_INFINITY
  #failureToldAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  #again = false
  readonly #stopHearing: () => void

  constructor(means: DemandMeans) {
    this.#means = means
    this.#stopHearing = means.bus?.subscribe(DEMAND_SUBJECT, (message) => this.#hear(message)) ?? (() => {})
  }

  /** What may be pulled, by station; those whose rovers have a connection each are not among them. */
  offer(offers: ReadonlyMap<number, Upstream>): void {
    this.#offers = offers
    for (const stationId of this.#neededAt.keys()) if (!offers.has(stationId)) this.#neededAt.delete(stationId)
    this.#ask()
  }

  /** Somebody here wants it, and nobody did: who waits for its first bytes waits no longer than it takes to get them. */
  need(stationId: number): void {
    if (!this.#offers.has(stationId)) return
    this.#neededAt.set(stationId, performance.now())
    this.#ask()
  }

  /** About once a second. */
  look(): void {
    if (this.#offers.size === 0 && this.#neededAt.size === 0) return
    const now = performance.now()
    const { idleMs } = this.#means
    for (const stationId of this.#offers.keys()) if (this.#hasRovers(stationId)) this.#neededAt.set(stationId, now)
    for (const wanted of [this.#neededAt, this.#heardAt])
      for (const [stationId, at] of wanted) if (now - at > idleMs) wanted.delete(stationId)
    this.#ask()
    this.#tell(now)
    this.#watch(now)
  }

  ended(rover: Rover): void {
    this.#noted.delete(rover)
  }

  close(): void {
    this.#stopHearing()
  }

  /** One question at a time; what is wanted meanwhile is asked for by the next. */
  #ask(): void {
    if (this.#asking) {
      this.#again = true
      return
    }
    this.#again = false
    this.#asking = this.#means.sources
      .demand(this.#wanted())
      .catch((err) => this.#means.warn('what rovers want could not be pulled', { err }))
      .finally(() => {
        this.#asking = null
        if (this.#again) this.#ask()
      })
  }

  /** Only a rover begins a pull. The while after the last one prolongs what is pulled here: another node that lets go has waited already. */
  #wanted(): Map<number, Upstream> {
    const wanted = new Map<number, Upstream>()
    for (const stationIds of [this.#neededAt.keys(), this.#heardAt.keys()])
      for (const stationId of stationIds) {
        const upstream = this.#offers.get(stationId)
        if (upstream && (this.#hasRovers(stationId) || this.#means.sources.isPulled(stationId)))
          wanted.set(stationId, upstream)
      }
    return wanted
  }

  #hasRovers(stationId: number): boolean {
    return this.#means.bases.feedOf(stationId).receivers.length > 0
  }

  /** To whoever has them: a node whose own rovers have left goes on for those of others. Who has left here is waited for there. */
  #tell(now: number): void {
    const { bus, sources, idleMs } = this.#means
    if (!bus || now - this.#toldAt < Math.min(TOLD_EVERY_MS, idleMs / TOLD_WHILE_IDLE)) return
    this.#toldAt = now
    const elsewhere = [...this.#neededAt.keys()].filter((id) => !sources.isPulled(id) && this.#hasRovers(id))
    if (elsewhere.length === 0) return
    const message = Buffer.alloc(ID_BYTES * elsewhere.length)
    let at = 0
    for (const stationId of elsewhere) at = message.writeUIntBE(stationId, at, ID_BYTES)
    bus.publish(DEMAND_SUBJECT, message)
  }

  /** Only by whoever pulls it: nobody begins for another, who tries by itself. */
  #hear(message: Buffer): void {
    const now = performance.now()
    for (let at = 0; at + ID_BYTES <= message.length; at += ID_BYTES) {
      const stationId = message.readUIntBE(at, ID_BYTES)
      if (this.#means.sources.isPulled(stationId)) this.#heardAt.set(stationId, now)
    }
  }

  #watch(now: number): void {
    const { bases, sources, graceMs } = this.#means
    const failing = new Set<number>()
    for (const stationId of new Set([...sources.pulledOnDemand, ...this.#neededAt.keys()])) {
      if (bases.feedOf(stationId).hasSource(now)) this.#quietSince.delete(stationId)
      else if (!this.#quietSince.has(stationId)) this.#quietSince.set(stationId, now)
    }
    for (const [stationId, since] of this.#quietSince)
      if (!sources.isPulled(stationId) && !this.#neededAt.has(stationId)) this.#quietSince.delete(stationId)
      else if (now - since > graceMs) failing.add(stationId)
    this.#note(failing)
    // Whoever pulls it tells everybody.
    const ours = [...failing].filter((stationId) => sources.isPulled(stationId))
    if (ours.length === 0 || now - this.#failureToldAt < FAILURE_TOLD_EVERY_MS) return
    this.#failureToldAt = now
    void this.#means
      .failed(ours.map((stationId) => ({ stationId, why: sources.lossOf(stationId) ?? NO_DATA })))
      .catch((err) => this.#means.warn('that nothing comes from another caster could not be noted', { err }))
  }

  /** Who asks why they get nothing asks while they are connected. */
  #note(failing: ReadonlySet<number>): void {
    let left = NOTES_AT_ONCE
    if (failing.size > 0)
      for (const rover of this.#means.rovers) {
        if (!rover.feed || !failing.has(rover.feed.stationId) || this.#noted.has(rover)) continue
        this.#noted.add(rover)
        rover.note({ code: 'source_away', params: {} })
        if (--left === 0) return
      }
    for (const rover of this.#noted) {
      if (rover.feed && failing.has(rover.feed.stationId)) continue
      this.#noted.delete(rover)
      if (rover.notes.at(-1)?.code === 'source_away') rover.note({ code: 'source_back', params: {} })
      if (--left === 0) return
    }
  }
}
