// Reads the stations, push rules, pulls and the VRS engines from the database, and makes the running caster match them.

import type { Component } from '../base/running/component.ts'
import type { SourceAddress } from '../domain/network/source-address.ts'
import type { PushRules } from '../domain/stations/certificate.ts'
import type { Engines } from './network/engines.ts'
import type { NetworkRovers } from './network/network-rovers.ts'
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
  readonly network: NetworkRovers
  readonly engines: Engines
  readonly upstreamRoverStreams: UpstreamRoverStreams
  readonly onDemand: OnDemandPulls
  readonly forwards: Forwards
  readonly everyMs: number
}

export class Reconciler implements Component {
  readonly #dependencies: ReconcilerDependencies
  #offers: ReadonlyMap<number, SourceAddress> = new Map()
  #pushRules: PushRules = new Map()
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
    const { engines, network } = this.#dependencies
    const addresses = await services.engineAddresses()
    for (const id of engines.use(addresses, bases.networks)) network.change(id, addresses.get(id) ?? null)
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
}
