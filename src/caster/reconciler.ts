// Reads the stations, push rules, pulls and the VRS engine from the database, and makes the running caster match them.

import type { Component } from '../base/running/component.ts'
import type { SourceAddress } from '../domain/network/source-address.ts'
import type { PushRules } from '../domain/stations/certificate.ts'
import type { EngineWatch } from './network/engine-watch.ts'
import type { NetworkMountpoint } from './network/network-mountpoint.ts'
import type { UpstreamRoverStreams } from './network/upstream-rover-streams.ts'
import type { CasterServices } from './services.ts'
import type { GroupSessions } from './sessions/group-sessions.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { BaseFeeds } from './streams/base-feeds.ts'
import type { Forwards } from './streams/forwards/forwards.ts'
import type { OnDemandPulls } from './streams/sources/on-demand-pulls.ts'
import type { Sources } from './streams/sources/sources.ts'

interface ReconcilerDependencies {
  readonly services: CasterServices
  readonly bases: BaseFeeds
  readonly sources: Sources
  readonly sessions: Sessions
  readonly groupSessions: GroupSessions
  readonly network: NetworkMountpoint
  readonly engine: EngineWatch
  readonly upstreamRoverStreams: UpstreamRoverStreams
  readonly onDemand: OnDemandPulls
  readonly forwards: Forwards
  readonly everyMs: number
}

export class Reconciler implements Component {
  readonly #dependencies: ReconcilerDependencies
  #offers: ReadonlyMap<number, SourceAddress> = new Map()
  #pushRules: PushRules = new Map()
  #seen = { address: 'null', answers: false }
  #reading: { again: boolean } | null = null

  readonly tickMs: number
  readonly what = 'Reading the stations'

  constructor(dependencies: ReconcilerDependencies) {
    this.#dependencies = dependencies
    this.tickMs = dependencies.everyMs
  }

  offerOf(stationId: number): SourceAddress | null {
    return this.#offers.get(stationId) ?? null
  }

  /** Whether some station has or needs a client certificate. */
  get asksForCertificates(): boolean {
    return this.#pushRules.size > 0
  }

  start(): Promise<void> {
    return this.#read()
  }

  /** One read at a time: a call during a read causes one more read. */
  async tick(): Promise<void> {
    if (this.#reading) {
      this.#reading.again = true
      return
    }
    const now = { again: true }
    this.#reading = now
    try {
      while (now.again) {
        now.again = false
        await this.#read()
      }
    } finally {
      this.#reading = null
    }
  }

  /**
   * Push rules come first: the other settings are decrypted, and one login that cannot be decrypted aborts the read.
   */
  async #read(): Promise<void> {
    const { services, bases, sources, groupSessions, forwards } = this.#dependencies
    const asOf = services.bookAsOf()
    const book = await services.book()
    bases.use(book)
    groupSessions.tick()
    sources.pushes.endUnregistered((stationId) => bases.stationOf(stationId) !== null)
    this.#pushRules = await services.pushRules()
    for (const id of sources.pushes.endUnproven(this.#pushRules, asOf))
      services.warn('Disconnected a push: its credentials no longer meet the requirements of the station', {
        station: bases.stationOf(id)?.code ?? id,
      })
    sources.setStandbySources(await services.standbySources(), asOf)
    await sources.pulls.setWanted(await services.pulls())
    this.#offer(await services.offers())
    forwards.use(await services.forwards())
    this.#followEngine(await services.engineAddress(), book.network.engineAnswers)
  }

  #offer(offers: ReadonlyMap<number, SourceAddress>): void {
    if (offers === this.#offers) return
    const { bases, onDemand, upstreamRoverStreams, sessions } = this.#dependencies
    this.#offers = offers
    const isShared = (stationId: number) => !bases.stationOf(stationId)?.upstream?.told.needsGga
    onDemand.offer(new Map([...offers].filter(([stationId]) => isShared(stationId))))
    upstreamRoverStreams.offer(offers)
    // These rovers get connections of their own when they reconnect.
    for (const rover of [...sessions.all]) if (rover.feed && !isShared(rover.home)) rover.end('changed')
  }

  #followEngine(address: SourceAddress | null, answers: boolean): void {
    const { network, engine } = this.#dependencies
    const now = { address: JSON.stringify(address), answers }
    const isAnother = now.address !== this.#seen.address
    if (isAnother) network.change(address)
    // The operator may have saved the same engine again; it is then probed again.
    if (isAnother || (this.#seen.answers && !answers)) engine.ask()
    this.#seen = now
  }
}
