// The sources of one station on this node: one serves the mountpoint, the other waits. Among nodes that share streams,
// only the owner of the station serves it; a node with a waiting source takes the station over when that source has to
// serve.
import { setTimeout as sleep } from 'node:timers/promises'
import { type StandbySourceKind, servesNext, type Which } from '../../../domain/stations/standby.ts'
import type { Holding } from '../../sharing/holding.ts'
import type { Ownership } from '../../sharing/ownership.ts'
import type { Feed } from '../feed.ts'
import { type FrameOutlet, LOCAL_ONLY, type Relay } from './relay.ts'

/** Min interval between two attempts to take the station. */
const ASK_AGAIN_MS = 1_000
/** Time for the owner to release the station after a claim. */
const YIELDED_WITHIN_MS = 150

export interface StationSource {
  readonly relay: Relay
  /** How the standby source is connected; `null` for the first source. */
  readonly standby: StandbySourceKind | null
  close(): void
}

export class StationSources {
  readonly feed: Feed
  readonly #ownership: Ownership | null
  readonly #since = performance.now()
  /** `null` if no source of this node serves. */
  serving: Which | null = null
  holding: Holding | null = null
  first: StationSource | null = null
  backup: StationSource | null = null
  #isTaking = false
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(feed: Feed, ownership: Ownership | null) {
    this.feed = feed
    this.#ownership = ownership
  }

  /** The outlet for a source that connects now; `null` if it has to wait. */
  outletFor(which: Which, holding: Holding | null): FrameOutlet | null {
    if (which === 'backup' || this.serving === 'backup') return null
    return this.#ownership ? holding : LOCAL_ONLY
  }

  enter(which: Which, source: StationSource, holding: Holding | null): void {
    this[which] = source
    if (!source.relay.isWaiting) this.#serve(which, source, holding)
    // This node owns the station without serving it yet.
    else if (holding) this.hold(holding)
  }

  /** Call when this node owns the station, although no source serves it yet. */
  hold(holding: Holding): void {
    this.holding = holding
    holding.broughtBy(() => this.#lost(holding))
  }

  /** Call when the source disconnected. Releases the station, so that another source can take it. */
  leave(which: Which, source: StationSource): void {
    if (this[which] !== source) return
    this[which] = null
    source.relay.end(performance.now())
    const isPromised = this.serving === null && which === 'backup'
    if (this.serving === which) this.serving = null
    else if (!isPromised) return
    this.#release()
  }

  /** Decides which source serves. */
  tick(now: number): void {
    if (!this.backup && this.serving !== null) return
    const { feed, serving } = this
    if (serving === null) return void this.#goOn(now)
    const other = serving === 'first' ? this.backup : this.first
    const next = servesNext(serving, { serving: feed.pulse, other: other?.relay.pulse ?? null }, now)
    if (next !== serving) this.#change(next)
  }

  /** Releases the station if a source of another node has priority. */
  yieldTo(which: Which): void {
    const now = performance.now()
    const { holding, serving } = this
    if (!holding) return
    const isAway = !this.feed.pulse.isAlive(now)
    if (!isAway && !(which === 'first' && serving === 'backup')) return
    this.#stepAside(now)
    this.#release()
  }

  /** Called while no source of this node serves the station. */
  #goOn(now: number): void {
    const { feed, first, backup } = this
    const flows = (source: StationSource | null) => source?.relay.pulse.flows(now) ?? false
    if (feed.pulse.isAlive(now)) {
      if (first && feed.standby !== null && first.relay.pulse.isStable(now)) this.#takeTurn('first', now)
    } else if (flows(first)) this.#takeTurn('first', now)
    // After a start, the first source gets the same grace period as after a disconnection.
    else if (flows(backup) && now - this.#since > feed.graceMs) this.#takeTurn('backup', now)
  }

  #takeTurn(which: Which, now: number): void {
    const source = this[which]!
    if (!this.#ownership || this.holding) return void this.#serve(which, source, this.holding)
    if (this.#isTaking || now - this.#askedAt < ASK_AGAIN_MS) return
    this.#askedAt = now
    this.#isTaking = true
    void this.#take(this.#ownership, which, source)
      .catch(() => {}) // the database is unavailable: retried by the next tick
      .finally(() => {
        this.#isTaking = false
      })
  }

  async #take(ownership: Ownership, which: Which, source: StationSource): Promise<void> {
    const { stationId } = this.feed
    let [holding] = await ownership.take([stationId])
    if (!holding) {
      ownership.claim(stationId, which)
      await sleep(YIELDED_WITHIN_MS)
      holding = (await ownership.take([stationId]))[0]
    }
    if (!holding) return
    if (this.serving !== null || this[which] !== source) return holding.end()
    this.#serve(which, source, holding)
  }

  /** Switches between two sources of this node. */
  #change(next: Which): void {
    const { holding } = this
    this.#stepAside(performance.now())
    this.#serve(next, this[next]!, holding)
    // A higher fencing token signals to other nodes that the antenna may be another one.
    void holding?.takeAgain()
  }

  #serve(which: Which, source: StationSource, holding: Holding | null): void {
    this.serving = which
    this.feed.standby = source.standby
    if (holding && holding !== this.holding) this.hold(holding)
    source.relay.stepForward(holding ?? LOCAL_ONLY)
  }

  #stepAside(now: number): void {
    if (this.serving === null) return
    this[this.serving]?.relay.stepAside()
    this.serving = null
    this.feed.end(now)
  }

  /** Called when another node, or another source here, took the station. Closes a first source that serves no rover. */
  #lost(holding: Holding): void {
    if (this.holding !== holding) return
    this.holding = null
    const { serving } = this
    if (serving === 'first') {
      this.serving = null
      return void this.first?.close()
    }
    this.#stepAside(performance.now())
    if (serving === null && this.backup?.standby === 'pull') this.backup.close()
  }

  #release(): void {
    const { holding } = this
    this.holding = null
    holding?.end()
  }
}
