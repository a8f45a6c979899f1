// The parts of the caster that its door leads to.
import type { NetworkMountpoint } from '../network/network-mountpoint.ts'
import type { QuietLog } from '../quiet-log.ts'
import type { RoverEvents } from '../rovers/rover.ts'
import type { Sessions } from '../rovers/sessions.ts'
import type { CasterServices } from '../services.ts'
import type { Ownership } from '../sharing/ownership.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { Sources } from '../streams/sources.ts'

export interface House {
  readonly services: CasterServices
  readonly bases: BaseFeeds
  readonly sources: Sources
  readonly ownership: Ownership | null
  readonly sessions: Sessions
  readonly network: NetworkMountpoint
  readonly roverEvents: RoverEvents
  readonly log: QuietLog
}
