// Streams of other casters that are pulled on demand: from the first rover, of this node or another, until the idle
// timeout after the last.
import type { SourceAddress, StreamLoss } from '../../../domain/network/source-address.ts'
import type { OfferFailure } from '../../../domain/network/upstreams/upstream.ts'
import type { Bus } from '../../bus.ts'
import type { CasterComponent } from '../../component.ts'
import { OutageNotes } from '../../rovers/outage-notes.ts'
import type { Rover } from '../../rovers/rover.ts'
import type { Feeds } from '../feeds.ts'
import type { Pulls } from './pulls.ts'

const DEMAND_SUBJECT = 'vertice.demand'
/** Interval at which a node announces the stations that its rovers want; shorter if the idle timeout is short. */
const ANNOUNCE_EVERY_MS = 5_000
const ANNOUNCED_PER_IDLE_TIMEOUT = 4
/** How often failures are reported, well before they expire. */
const FAILURE_REPORT_EVERY_MS = 20_000
const ID_BYTES = 6
/** Reason for a pull that is connecting, or connected without data. */
const NO_DATA: StreamLoss = { code: 'no_data', params: {} }

export interface OnDemandPullsDependencies {
  readonly feeds: Feeds
  readonly pulls: Pick<Pulls, 'isPulled' | 'pulledOnDemand' | 'lossOf' | 'demand'>
  readonly bus: Bus | null
  readonly rovers: readonly Rover[]
  /** Idle timeout: how long a stream is still pulled after its last rover has left. */
  readonly idleMs: number
  /** A pull without data for this long counts as failed. */
  readonly graceMs: number
  /** Reports pulls that rovers want and that deliver no data. */
  readonly failed: (failures: readonly OfferFailure[]) => Promise<void>
  readonly warn: (message: string, detail: object) => void
}

export class OnDemandPulls implements CasterComponent {
  readonly tickMs = 1_000
  readonly #dependencies: OnDemandPullsDependencies
  #offers: ReadonlyMap<number, SourceAddress> = new Map()
  /** When rovers of this node, and of other nodes, last wanted each station (performance.now). */
  readonly #neededAt = new Map<number, number>()
  readonly #heardAt = new Map<number, number>()
  /** Since when each pull delivers no data. */
  readonly #quietSince = new Map<number, number>()
  readonly #notes: OutageNotes
  #announcedAt = Number.NEGATIVE_INFINITY
  #failureReportedAt = Number.NEGATIVE_INFINITY
  #applying: Promise<void> | null = null
  #applyAgain = false
  readonly #stopHearing: () => void

  constructor(dependencies: OnDemandPullsDependencies) {
    this.#dependencies = dependencies
    const { bus, feeds, rovers } = dependencies
    const [begin, over] = [{ code: 'source_away', params: {} } as const, { code: 'source_back', params: {} } as const]
    this.#notes = new OutageNotes({ rovers, begin, over })
    this.#stopHearing = bus?.subscribe(DEMAND_SUBJECT, (message) => this.#hear(message)) ?? (() => {})
    feeds.firstReceiver.subscribe((stationId) => this.#need(stationId))
  }

  /** The stations that may be pulled on demand. Stations with one connection per rover are not among them. */
  offer(offers: ReadonlyMap<number, SourceAddress>): void {
    this.#offers = offers
    for (const stationId of this.#neededAt.keys()) if (!offers.has(stationId)) this.#neededAt.delete(stationId)
    this.#apply()
  }

  /** Called immediately when the first rover joins, so that it waits only until the pull has connected. */
  #need(stationId: number): void {
    if (!this.#offers.has(stationId)) return
    this.#neededAt.set(stationId, performance.now())
    this.#apply()
  }

  tick(): void {
    if (this.#offers.size === 0 && this.#neededAt.size === 0) return
    const now = performance.now()
    const { idleMs } = this.#dependencies
    for (const stationId of this.#offers.keys()) if (this.#hasRovers(stationId)) this.#neededAt.set(stationId, now)
    for (const wanted of [this.#neededAt, this.#heardAt])
      for (const [stationId, at] of wanted) if (now - at > idleMs) wanted.delete(stationId)
    this.#apply()
    this.#announce(now)
    this.#watch(now)
  }

  roverEnded(rover: Rover): void {
    this.#notes.roverEnded(rover)
  }

  stop(): void {
    this.#stopHearing()
  }

  /** One update at a time; demand that arises meanwhile is applied by the next. */
  #apply(): void {
    if (this.#applying) {
      this.#applyAgain = true
      return
    }
    this.#applyAgain = false
    this.#applying = this.#dependencies.pulls
      .demand(this.#wanted())
      .catch((err) => this.#dependencies.warn('Could not start on-demand pulls', { err }))
      .finally(() => {
        this.#applying = null
        if (this.#applyAgain) this.#apply()
      })
  }

  /**
   * Only a local rover starts a pull. The idle timeout keeps local pulls alive; nodes that hand a pull over have
   * already waited for theirs.
   */
  #wanted(): Map<number, SourceAddress> {
    const wanted = new Map<number, SourceAddress>()
    for (const stationIds of [this.#neededAt.keys(), this.#heardAt.keys()])
      for (const stationId of stationIds) {
        const address = this.#offers.get(stationId)
        if (address && (this.#hasRovers(stationId) || this.#dependencies.pulls.isPulled(stationId)))
          wanted.set(stationId, address)
      }
    return wanted
  }

  #hasRovers(stationId: number): boolean {
    return this.#dependencies.feeds.of(stationId).receivers.length > 0
  }

  /** Announces demand to the nodes that pull: a node without own rovers keeps its pull open for those of others. */
  #announce(now: number): void {
    const { bus, pulls, idleMs } = this.#dependencies
    if (!bus || now - this.#announcedAt < Math.min(ANNOUNCE_EVERY_MS, idleMs / ANNOUNCED_PER_IDLE_TIMEOUT)) return
    this.#announcedAt = now
    const elsewhere = [...this.#neededAt.keys()].filter((id) => !pulls.isPulled(id) && this.#hasRovers(id))
    if (elsewhere.length === 0) return
    const message = Buffer.alloc(ID_BYTES * elsewhere.length)
    let at = 0
    for (const stationId of elsewhere) at = message.writeUIntBE(stationId, at, ID_BYTES)
    bus.publish(DEMAND_SUBJECT, message)
  }

  /** Keeps a pull of this node open. No node starts a pull for another node. */
  #hear(message: Buffer): void {
    if (message.length % ID_BYTES !== 0) return void this.#dependencies.bus?.reject('malformed', DEMAND_SUBJECT)
    const now = performance.now()
    for (let at = 0; at < message.length; at += ID_BYTES) {
      const stationId = message.readUIntBE(at, ID_BYTES)
      if (this.#dependencies.pulls.isPulled(stationId)) this.#heardAt.set(stationId, now)
    }
  }

  #watch(now: number): void {
    const { feeds, pulls, graceMs } = this.#dependencies
    const failing = new Set<number>()
    for (const stationId of new Set([...pulls.pulledOnDemand, ...this.#neededAt.keys()])) {
      if (feeds.of(stationId).hasSource(now)) this.#quietSince.delete(stationId)
      else if (!this.#quietSince.has(stationId)) this.#quietSince.set(stationId, now)
    }
    for (const [stationId, since] of this.#quietSince)
      if (!pulls.isPulled(stationId) && !this.#neededAt.has(stationId)) this.#quietSince.delete(stationId)
      else if (now - since > graceMs) failing.add(stationId)
    this.#notes.update(failing)
    // Only the node that pulls the stream reports the failure.
    const ours = [...failing].filter((stationId) => pulls.isPulled(stationId))
    if (ours.length === 0 || now - this.#failureReportedAt < FAILURE_REPORT_EVERY_MS) return
    this.#failureReportedAt = now
    void this.#dependencies
      .failed(ours.map((stationId) => ({ stationId, why: pulls.lossOf(stationId) ?? NO_DATA })))
      .catch((err) => this.#dependencies.warn('Could not record failed on-demand pulls', { err }))
  }
}
