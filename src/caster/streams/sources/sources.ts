// The sources of the stations' streams: pushes to this node, and pulls from other casters.

import type { StreamShape } from '@vertice/rtcm'
import type { ThrottledLog } from '../../../base/limits/throttled-log.ts'
import type { StandbySources } from '../../../domain/stations/standby.ts'
import type { Ownership } from '../../sharing/ownership.ts'
import type { RemoteStations } from '../../sharing/remote-stations.ts'
import type { RawReachable } from '../client/raw-client.ts'
import type { Feeds } from '../feeds.ts'
import { Pulls } from './pulls.ts'
import { Pushes } from './pushes.ts'
import { SourceRegistry } from './source-registry.ts'
import { StationMeters } from './station-meters.ts'
import type { StationTap } from './station-tap.ts'

export interface SourcesDependencies {
  readonly feeds: Feeds
  readonly clock: () => Date
  readonly reachable: RawReachable
  readonly log: ThrottledLog
  /** A push that has sent nothing yet keeps its mountpoint for this long. */
  readonly firstBytesMs: number
  /** `null` if this node shares its streams with no other node. */
  readonly ownership: Ownership | null
  readonly remote: Pick<RemoteStations, 'isHeard' | 'shapeOf'> | null
  readonly tap: StationTap | null
}

export class Sources {
  readonly meters = new StationMeters()
  readonly stations: SourceRegistry
  readonly pushes: Pushes
  readonly pulls: Pulls
  readonly #ownership: Ownership | null
  readonly #remote: SourcesDependencies['remote']

  constructor(dependencies: SourcesDependencies) {
    const { feeds, clock, reachable, log, firstBytesMs, ownership, remote, tap } = dependencies
    this.#ownership = ownership
    this.#remote = remote
    const stations = new SourceRegistry({ feeds, meters: this.meters, clock, ownership, tap })
    const pushes = new Pushes({ stations, clock, firstBytesMs })
    const isElsewhere = (stationId: number) => this.isElsewhere(stationId)
    this.stations = stations
    this.pushes = pushes
    this.pulls = new Pulls({ stations, pushes, reachable, log, ownership, isElsewhere })
    ownership?.newcomer.subscribe((stationId, proof) => {
      pushes.endOutdone(stationId, proof)
      stations.yieldIfIdle(stationId)
    })
  }

  /** Whether the first source delivers data, is about to, or is to be pulled. A second one would mix its bytes in. */
  isTaken(stationId: number): boolean {
    const isAwaited = this.#ownership?.isReserved(stationId) ?? false
    return this.pulls.isWanted(stationId) || isAwaited || this.pushes.isBrought(stationId, 'first')
  }

  /** Whether another node owns the station and reports it online. */
  isElsewhere(stationId: number): boolean {
    return this.#remote?.isHeard(stationId) ?? false
  }

  /** Measured on this node or on the node that owns the station; `null` if nothing was measured yet. */
  shapeOf(stationId: number, nowMs: number): StreamShape | null {
    const isHere = this.stations.servingHere(stationId) !== null
    const elsewhere = isHere ? null : this.#remote?.shapeOf(stationId)
    return elsewhere ?? this.meters.shapeOf(stationId, nowMs)
  }

  /** `asOf`: when the standby sources were read (performance.now). */
  setStandbySources(standby: StandbySources, asOf: number): void {
    this.pushes.endUnwantedStandby(standby, asOf)
    this.pulls.setStandbySources(standby)
  }

  tick(): void {
    const now = performance.now()
    this.pulls.tick(now)
    this.stations.tick(now)
  }

  releaseSilent(): void {
    this.pushes.releaseSilent((stationId) => this.isTaken(stationId))
  }

  stop(): void {
    this.pushes.closeAll()
    this.pulls.close()
  }
}
