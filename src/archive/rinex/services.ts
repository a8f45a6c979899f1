import type { StationHeader } from '@vertice/rinex'
import type { LoopWatch } from '../../base/running/wakeable-loop.ts'
import type { RinexOrder } from '../../domain/archive/rinex-order.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { RinexResult } from '../../store/archive/rinex-orders.ts'
import type { Database } from '../../store/kit/database.ts'
import type { Storage } from '../storage/storage.ts'
import type { RinexJob, RinexOutcome } from './make.ts'

export interface RinexServices {
  readonly db: Database
  readonly storage: Storage
  readonly clock: () => Date
  readonly stationOf: (id: number) => Promise<{ readonly station: Station | null; readonly networkName: string }>
  /** What the header states about the station; `null`: as its stream describes it. */
  readonly siteOf: (stationId: number, at: Date) => Promise<StationHeader | null>
  /** The site log, part of the files of an order; `null` if the station is unknown. */
  readonly siteLogOf: (stationId: number) => Promise<{ readonly name: string; readonly text: string } | null>
  /** Whether the disks have more free space than must be kept. */
  readonly hasRoom: () => Promise<boolean>
  readonly make: (job: RinexJob, progress: (percent: number) => void) => Promise<RinexOutcome>
  /** Writes the result and its event in one transaction. */
  readonly finish: (order: RinexOrder, result: RinexResult) => Promise<boolean>
  readonly program: string
  /** An unguessable part of the address of daily files. */
  readonly newKey: () => string
  readonly onDue: (wake: () => void) => void
  readonly warn: (error: unknown) => void
  readonly watch?: LoopWatch | undefined
}
