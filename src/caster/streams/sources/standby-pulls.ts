// Standby sources that are pulled from another caster. The pull opens shortly before the first source's grace period
// ends, so that data flows in time, and closes when the first source is back.
import type { PullAddress } from '../../../domain/network/raw-address.ts'
import type { StandbySources } from '../../../domain/stations/standby.ts'
import type { Ownership } from '../../sharing/ownership.ts'
import type { StationSources } from './station-sources.ts'

/** Opens this long before the grace period ends: time to connect and to receive an epoch. */
const AHEAD_MS = 5_000
const ASK_AGAIN_MS = 1_000

interface StandbyPullsDependencies {
  readonly sourcesOf: (stationId: number) => StationSources
  readonly isElsewhere: (stationId: number) => boolean
  readonly begin: (stationId: number, address: PullAddress) => void
}

export class StandbyPulls {
  readonly #ownership: Ownership | null
  readonly #dependencies: StandbyPullsDependencies
  #pulls: ReadonlyMap<number, PullAddress> = new Map()
  /** When each station was first seen here. */
  readonly #since = new Map<number, number>()
  readonly #askedAt = new Map<number, number>()

  constructor(ownership: Ownership | null, dependencies: StandbyPullsDependencies) {
    this.#ownership = ownership
    this.#dependencies = dependencies
  }

  use(standby: StandbySources): void {
    this.#pulls = new Map(
      [...standby].flatMap(([id, one]) => (one.kind === 'pull' ? [[id, one.address] as const] : [])),
    )
    for (const id of this.#since.keys()) if (!this.#pulls.has(id)) this.#since.delete(id)
  }

  tick(now: number): void {
    for (const [stationId, address] of this.#pulls) {
      const sources = this.#dependencies.sourcesOf(stationId)
      if (sources.backup) {
        if (this.#isIdle(sources, now)) sources.backup.close()
      } else if (this.#isNeeded(stationId, sources, now)) this.#call(stationId, address, sources, now)
    }
  }

  /** Whether the open pull is no longer needed: the first source is back, or another node serves. */
  #isIdle({ serving, backup, feed }: StationSources, now: number): boolean {
    return serving !== 'backup' && backup?.standby === 'pull' && feed.pulse.flows(now)
  }

  /** Whether to open the pull now. A first source that has never sent data gets the same grace period. */
  #isNeeded(stationId: number, { feed, serving }: StationSources, now: number): boolean {
    const since = this.#since.get(stationId) ?? now
    this.#since.set(stationId, since)
    if (now - since < feed.graceMs - AHEAD_MS || !feed.pulse.endsWithin(AHEAD_MS, now)) return false
    return serving === 'first' || !this.#dependencies.isElsewhere(stationId)
  }

  /** Among nodes that share streams, only the owner of the station pulls. */
  #call(stationId: number, address: PullAddress, sources: StationSources, now: number): void {
    if (!this.#ownership || sources.holding?.isHeld) return void this.#dependencies.begin(stationId, address)
    if (now - (this.#askedAt.get(stationId) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS) return
    this.#askedAt.set(stationId, now)
    void this.#take(this.#ownership, stationId, address, sources).catch(() => {}) // retried by the next tick
  }

  async #take(ownership: Ownership, stationId: number, address: PullAddress, sources: StationSources): Promise<void> {
    const [holding] = await ownership.take([stationId])
    if (!holding) return
    if (sources.holding || sources.backup || !this.#pulls.has(stationId)) return holding.end()
    sources.hold(holding)
    this.#dependencies.begin(stationId, address)
  }
}
