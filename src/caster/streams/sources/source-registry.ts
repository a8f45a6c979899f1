// The sources of all stations on this node, and which of them serves.
import type { Which } from '../../../domain/stations/standby.ts'
import type { Holding } from '../../sharing/holding.ts'
import type { Ownership } from '../../sharing/ownership.ts'
import type { Feeds } from '../feeds.ts'
import { Relay } from './relay.ts'
import type { StationMeters } from './station-meters.ts'
import { StationSources } from './station-sources.ts'
import type { StationTap } from './station-tap.ts'

export interface SourceRegistryDependencies {
  readonly feeds: Feeds
  readonly meters: StationMeters
  readonly clock: () => Date
  /** `null` if this node shares its streams with no other node. */
  readonly ownership: Ownership | null
  readonly tap: StationTap | null
}

export class SourceRegistry {
  readonly #dependencies: SourceRegistryDependencies
  readonly #stations = new Map<number, StationSources>()

  constructor(dependencies: SourceRegistryDependencies) {
    this.#dependencies = dependencies
  }

  of(stationId: number): StationSources {
    const known = this.#stations.get(stationId)
    if (known) return known
    const { feeds, ownership } = this.#dependencies
    const sources = new StationSources(feeds.of(stationId), ownership)
    this.#stations.set(stationId, sources)
    return sources
  }

  /** The source of this node that serves the station; `null` if none does. */
  servingHere(stationId: number): Which | null {
    return this.#stations.get(stationId)?.serving ?? null
  }

  /** Number of stations that a source of this node serves with data. */
  get flowing(): number {
    return [...this.#stations.keys()].filter((id) => this.isFlowing(id)).length
  }

  /** Whether a source of this node serves and bytes arrive. */
  isFlowing(stationId: number): boolean {
    const sources = this.#stations.get(stationId)
    return sources?.serving != null && sources.feed.hasSource(performance.now())
  }

  /** Whether bytes arrive from this source of the station, serving or waiting. */
  hasBytes(stationId: number, which: Which, now: number): boolean {
    return this.#stations.get(stationId)?.[which]?.relay.hasSource(now) ?? false
  }

  /** Whether the standby source serves, here or on another node. */
  isOnStandby(stationId: number): boolean {
    const { standby, pulse } = this.#dependencies.feeds.of(stationId)
    return standby !== null && pulse.isAlive(performance.now())
  }

  /** Call when another node has a source of the station with priority. */
  claimed(stationId: number, which: Which): void {
    this.#stations.get(stationId)?.yieldTo(which)
  }

  /** Call when a first source waits at another node: releases the station if this node owns it without serving it. */
  yieldIfIdle(stationId: number): void {
    const sources = this.#stations.get(stationId)
    if (sources?.serving === null) sources.yieldTo('first')
  }

  tick(now: number): void {
    for (const sources of this.#stations.values()) sources.tick(now)
  }

  /** Creates the relay of a source that connects now. */
  newRelay(stationId: number, which: Which, holding: Holding | null): Relay {
    const { meters, clock, tap } = this.#dependencies
    const sources = this.of(stationId)
    const { feed } = sources
    return new Relay({
      feed,
      meter: meters.meterOf(feed, clock().getTime()),
      unread: meters.unreadOf(stationId),
      clock,
      tap,
      isStandby: which === 'backup',
      outlet: sources.outletFor(which, holding),
    })
  }
}
