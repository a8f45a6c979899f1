// The parts of the caster that its door leads to.

import type { Upstream } from '../../domain/network/source-address.ts'
import type { NetworkMountpoint } from '../network/network-mountpoint.ts'
import type { RoverLines } from '../network/rover-lines.ts'
import type { QuietLog } from '../quiet-log.ts'
import type { Fences } from '../rovers/fences.ts'
import type { GroupSessions } from '../rovers/group-sessions.ts'
import type { RoverEvents } from '../rovers/rover.ts'
import type { Sessions } from '../rovers/sessions.ts'
import type { CasterServices } from '../services.ts'
import type { Ownership } from '../sharing/ownership.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { MadeFeeds } from '../streams/made-feeds.ts'
import type { Sources } from '../streams/sources.ts'
import type { StandIns } from '../streams/stand-ins.ts'

export interface House {
  readonly services: CasterServices
  readonly bases: BaseFeeds
  readonly sources: Sources
  readonly made: MadeFeeds
  readonly standIns: StandIns
  readonly ownership: Ownership | null
  readonly sessions: Sessions
  readonly groupSessions: GroupSessions
  readonly network: NetworkMountpoint
  readonly fences: Fences
  readonly lines: RoverLines
  /** Where a station comes from that is another caster's mountpoint. */
  readonly offerOf: (stationId: number) => Upstream | null
  readonly roverEvents: RoverEvents
  readonly log: QuietLog
}
