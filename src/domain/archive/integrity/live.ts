// What the nodes report about the baselines that they solve continuously.
import type { Vector } from '@vertice/gnss'
import type { Station } from '../../stations/station.ts'
import type { Pair } from './neighbours.ts'

export const TROUBLES = [
  'no_data',
  'no_position',
  'wrong_clock',
  'no_ephemerides',
  'two_bands',
  'wrong_coordinates',
  'not_fixed',
] as const
export type TroubleCode = (typeof TROUBLES)[number]

/** Why a baseline has no fixed solution. */
export interface Trouble {
  readonly code: TroubleCode
  /** The station that lacks something; `null` if both are concerned. */
  readonly stationId: number | null
}

/** A baseline that this node solves. */
export interface LivePair extends Pair {
  /** Token of the lease of the first station; `null` if this node shares its streams with no other node. */
  readonly fencingToken: number | null
}

interface Reported {
  readonly a: number
  readonly b: number
  readonly fencingToken: number | null
  readonly epochs: number
  readonly fixed: number
}

/** Five minutes of a baseline. */
export interface BaselineBin extends Reported {
  /** End of the five minutes. */
  readonly atMs: number
  /** Metres from the first antenna to the second: median of the fixed epochs; `null` if they are too few. */
  readonly vector: Vector | null
  readonly trouble: Trouble | null
  /** Satellites by differential ionosphere, see `ionosphere.ts`; `null` if it was not measured. */
  readonly ionosphere: readonly number[] | null
}

/** A UTC day of a baseline so far. */
export interface BaselineDayPart extends Reported {
  readonly day: string
  readonly vector: Vector
  readonly sigmaMm: number
  readonly sigmaUpMm: number
}

export interface PlacedAntenna extends Vector {
  readonly stationId: number
}

export interface SolvedBaselines {
  readonly bins: readonly BaselineBin[]
  readonly days: readonly BaselineDayPart[]
  /** Announced antennas of the stations of the bins. */
  readonly antennas: readonly PlacedAntenna[]
}

/** Whether the station has baselines to its neighbours. The positions of other casters' stations are rounded. */
export const isCompared = ({ isRtcm, archived, positionPending, upstream }: Station): boolean =>
  isRtcm && !archived && !positionPending && !upstream
