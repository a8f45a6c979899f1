// Stations whose stream this node pulls from another caster: permanently, on demand, or as a standby source.

import type { ThrottledLog } from '../../../base/limits/throttled-log.ts'
import { isRaw, type PullAddress, placeOf } from '../../../domain/network/raw-address.ts'
import type { SourceAddress, StreamLoss } from '../../../domain/network/source-address.ts'
import type { StandbySources, Which } from '../../../domain/stations/standby.ts'
import type { Holding } from '../../sharing/holding.ts'
import type { Ownership } from '../../sharing/ownership.ts'
import { RawClient, type RawReachable } from '../client/raw-client.ts'
import { StreamClient } from '../client/stream-client.ts'
import { PullShare } from './pull-share.ts'
import type { Pushes } from './pushes.ts'
import type { SourceRegistry } from './source-registry.ts'
import { StandbyPulls } from './standby-pulls.ts'
import type { StationSource } from './station-sources.ts'

/** Rovers are waiting for an on-demand pull, so it retries sooner than a permanent one. */
const ON_DEMAND_MAX_BACK_OFF_MS = 10_000

interface Pull extends StationSource {
  /** The settings that the pull was opened with. */
  readonly from: string
  /** Why the last attempt failed; `null` once data has arrived. */
  loss: StreamLoss | null
}

export interface PullsDependencies {
  readonly stations: SourceRegistry
  readonly pushes: Pushes
  readonly reachable: RawReachable
  readonly log: ThrottledLog
  readonly ownership: Ownership | null
  /** Whether another node announced that it owns the station. */
  readonly isElsewhere: (stationId: number) => boolean
}

export class Pulls {
  readonly #dependencies: PullsDependencies
  readonly #pulls: Readonly<Record<Which, Map<number, Pull>>> = { first: new Map(), backup: new Map() }
  /** Stations that some node of the cluster has to pull. */
  #wanted: ReadonlyMap<number, PullAddress> = new Map()
  /** Stations that rovers of this node want. */
  #demanded: ReadonlyMap<number, SourceAddress> = new Map()
  /** Whether this node shuts down; other nodes pull from now on. */
  #hasHandedOver = false
  readonly #share = new PullShare()
  readonly #standby: StandbyPulls

  constructor(dependencies: PullsDependencies) {
    this.#dependencies = dependencies
    const { ownership, stations, isElsewhere } = dependencies
    this.#standby = new StandbyPulls(ownership, {
      sourcesOf: (stationId) => stations.of(stationId),
      isElsewhere,
      begin: (stationId, address) => this.#open(stationId, address, 'backup', null),
    })
  }

  /** Whether the operator configured the station as a pull, on any node. */
  isWanted(stationId: number): boolean {
    return this.#wanted.has(stationId)
  }

  isPulled(stationId: number): boolean {
    return this.#pulls.first.has(stationId)
  }

  /** Stations that this node pulls because rovers want them. */
  get pulledOnDemand(): number[] {
    return [...this.#demanded.keys()].filter((stationId) => this.isPulled(stationId))
  }

  /** Why the pull delivers no data; `null` if it does or has not been tried. */
  lossOf(stationId: number): StreamLoss | null {
    return this.#pulls.first.get(stationId)?.loss ?? null
  }

  /** Pulls exactly these stations on demand. Of nodes that share streams, the first to demand a station pulls it. */
  async demand(demanded: ReadonlyMap<number, SourceAddress>): Promise<void> {
    this.#demanded = demanded
    this.#closeUnwanted()
    const missing = [...demanded.keys()].filter((stationId) => !this.isPulled(stationId))
    if (missing.length === 0 || this.#hasHandedOver) return
    const { ownership, isElsewhere } = this.#dependencies
    if (!ownership?.isShared) {
      for (const stationId of missing) this.#start(stationId, null)
      return
    }
    const free = missing.filter((stationId) => !isElsewhere(stationId))
    for (const holding of await ownership.take(free)) if (!this.#start(holding.stationId, holding)) holding.end()
  }

  /** Pulls exactly these stations permanently. Among nodes that share streams, one node pulls each station. */
  async setWanted(wanted: ReadonlyMap<number, PullAddress>): Promise<void> {
    this.#wanted = wanted
    this.#closeUnwanted()
    const pulls = this.#pulls.first
    const missing = [...wanted].flatMap(([id, address]) => (pulls.has(id) || !this.#isPossible(address) ? [] : [id]))
    if (missing.length === 0 || this.#hasHandedOver) return
    const { ownership, stations, isElsewhere } = this.#dependencies
    // The node whose standby source serves also pulls the first source, to notice when it is back.
    const isOurs = (stationId: number) => !ownership?.isShared || stations.servingHere(stationId) === 'backup'
    for (const stationId of missing) if (isOurs(stationId)) this.#start(stationId, null)
    if (!ownership?.isShared) return
    await this.#share.take(ownership, {
      wanted: wanted.size,
      free: missing.filter((stationId) => !pulls.has(stationId) && !isElsewhere(stationId)),
      pulled: () => pulls.size,
      begin: (holding) => this.#start(holding.stationId, holding),
    })
  }

  setStandbySources(standby: StandbySources): void {
    const isAsBefore = (stationId: number, { from }: Pull) => {
      const source = standby.get(stationId)
      return source?.kind === 'pull' && this.#settingsOf(stationId, source.address) === from
    }
    for (const [stationId, pull] of this.#pulls.backup) if (!isAsBefore(stationId, pull)) pull.close()
    this.#standby.use(standby)
  }

  tick(now: number): void {
    this.#standby.tick(now)
  }

  /** Leaves permanent pulls to the other nodes. On-demand pulls stay: no other node would open them for our rovers. */
  handOver(): void {
    if (!this.#dependencies.ownership?.isShared) return
    this.#hasHandedOver = true
    this.#closeAll((stationId) => !this.#demanded.has(stationId))
  }

  /** No pull opens afterwards. */
  close(): void {
    this.#wanted = new Map()
    this.#demanded = new Map()
    this.#hasHandedOver = true
    this.#closeAll(() => true)
  }

  /** Whether this machine has the port or the device. Others leave such pulls to the node that has it. */
  #isPossible(address: PullAddress): boolean {
    return !isRaw(address) || this.#dependencies.reachable.mayUse(address)
  }

  #closeUnwanted(): void {
    for (const [stationId, pull] of this.#pulls.first) {
      const now = this.#wanted.get(stationId) ?? this.#demanded.get(stationId)
      if (!now || this.#settingsOf(stationId, now) !== pull.from) pull.close()
    }
  }

  /** Returns false if the station is no longer wanted. */
  #start(stationId: number, holding: Holding | null): boolean {
    const address = this.#wanted.get(stationId) ?? this.#demanded.get(stationId)
    if (!address || this.#hasHandedOver || this.isPulled(stationId)) return false
    this.#dependencies.pushes.close(stationId)
    this.#open(stationId, address, 'first', holding)
    return true
  }

  #open(stationId: number, address: PullAddress, which: Which, holding: Holding | null): void {
    const { stations, reachable, log } = this.#dependencies
    const sources = stations.of(stationId)
    const relay = stations.newRelay(stationId, which, holding)
    const lost = (why: StreamLoss) => {
      relay.end(performance.now())
      source.loss = why
      // Only the operator can fix these two. Other failures recover by retrying, or appear in the station's health.
      if (why.code === 'forbidden_address' || why.code === 'not_rtcm')
        log.warn('Could not pull a station', placeOf(address), { station: stationId, why: why.code })
    }
    const data = (bytes: Buffer) => {
      source.loss = null
      relay.receive(bytes)
    }
    const events = { opened: () => relay.restart(), data, lost }
    const onlyRtcm = sources.feed.isRtcm
    const client = isRaw(address)
      ? new RawClient(address, reachable, events, { onlyRtcm })
      : new StreamClient(address, reachable, events, {
          onlyRtcm,
          ...(this.#demanded.has(stationId) && { maxBackOffMs: ON_DEMAND_MAX_BACK_OFF_MS }),
        })
    const close = () => {
      if (this.#pulls[which].get(stationId) !== source) return
      this.#pulls[which].delete(stationId)
      client.close()
      sources.leave(which, source)
    }
    const standby = which === 'backup' ? 'pull' : null
    const source: Pull = { from: this.#settingsOf(stationId, address), relay, standby, close, loss: null }
    this.#pulls[which].set(stationId, source)
    sources.enter(which, source, holding)
  }

  /** A pull is reopened when these change. */
  #settingsOf(stationId: number, address: PullAddress): string {
    return JSON.stringify([address, this.#dependencies.stations.of(stationId).feed.isRtcm])
  }

  #closeAll(isOne: (stationId: number) => boolean): void {
    this.#standby.use(new Map())
    for (const pulls of Object.values(this.#pulls))
      for (const [stationId, pull] of [...pulls]) if (isOne(stationId)) pull.close()
  }
}
