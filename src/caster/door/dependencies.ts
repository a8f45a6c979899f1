import type { ThrottledLog } from '../../base/limits/throttled-log.ts'
import type { SourceAddress } from '../../domain/network/source-address.ts'
import type { Engines } from '../network/engines.ts'
import type { NetworkRovers } from '../network/network-rovers.ts'
import type { UpstreamRoverStreams } from '../network/upstream-rover-streams.ts'
import type { Geofences } from '../rovers/geofences.ts'
import type { RoverEvents } from '../rovers/rover.ts'
import type { CasterServices } from '../services.ts'
import type { GroupSessions } from '../sessions/group-sessions.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Ownership } from '../sharing/ownership.ts'
import type { BaseFeeds } from '../streams/base-feeds.ts'
import type { DerivedStreams } from '../streams/derived/derived-streams.ts'
import type { FallbackStations } from '../streams/fallback-stations.ts'
import type { Sources } from '../streams/sources/sources.ts'

export interface DoorDependencies {
  readonly services: CasterServices
  readonly bases: BaseFeeds
  readonly sources: Sources
  readonly derived: DerivedStreams
  readonly fallbacks: FallbackStations
  readonly ownership: Ownership | null
  readonly sessions: Sessions
  readonly groupSessions: GroupSessions
  readonly network: NetworkRovers
  readonly engines: Engines
  readonly geofences: Geofences
  readonly upstreamRoverStreams: UpstreamRoverStreams
  /** The address of a station that is another caster's mountpoint; `null` if it is not offered. */
  readonly offerOf: (stationId: number) => SourceAddress | null
  readonly roverEvents: RoverEvents
  readonly log: ThrottledLog
}
