// A computation of positions and quality of a station from the archive, which an operator requests in the console.
import { type FieldFault, wrong } from '../../codes/fault.ts'
import type { JudgedDay } from '../../network/quality/reason.ts'
import { DAY_MS, HOUR_MS } from '../../time/units.ts'
import type { StationCoordinate } from './coordinate.ts'

/** Several days of a station with its neighbours take minutes of a core. */
export const MOST_RUN_MS = 7 * DAY_MS
export const MOST_PENDING_RUNS = 20
/** Finished runs stay listed for this long. */
export const RUNS_KEPT_MS = 90 * DAY_MS

export const RUN_STATES = ['pending', 'ready', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

/** Why a station cannot be checked. */
export const UNCHECKED = [
  'no_neighbour',
  'no_data',
  'no_position',
  'neighbour_without_data',
  'wrong_coordinates',
  'two_bands',
] as const
export type Unchecked = (typeof UNCHECKED)[number]

export interface RunResult {
  readonly coordinates: readonly StationCoordinate[]
  readonly movements: readonly {
    readonly since: string
    readonly eastMm: number
    readonly northMm: number
    readonly upMm: number
    readonly isAttributed: boolean
  }[]
  /** By neighbour: share of the epochs whose integers are known, in percent. */
  readonly baselines: readonly { readonly stationId: number; readonly km: number; readonly fixedPct: number }[]
  /** `null` if there are positions. */
  readonly unchecked: Unchecked | null
  readonly qualityMinutes: number
  /** Verdicts of the days; missing in runs of earlier releases. */
  readonly qualityDays?: readonly JudgedDay[]
  /** Files of the archive that could not be read. */
  readonly unread: number
}

export interface IntegrityRun {
  readonly id: string
  readonly stationId: number
  readonly from: Date
  /** Does not belong to the window. */
  readonly to: Date
  readonly state: RunState
  /** Number of the attempt that runs or that finished, starting at 1; 0 before the first. */
  readonly attempt: number
  readonly progressPct: number
  readonly result: RunResult | null
  readonly failure: 'broken_off' | 'internal_error' | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

export function runFaults({ from, to }: Pick<IntegrityRun, 'from' | 'to'>, now: Date): FieldFault[] {
  if (to <= from) return [wrong(['to'], 'end_before_start')]
  if (to > now) return [wrong(['to'], 'in_future')]
  if (to.getTime() - from.getTime() > MOST_RUN_MS)
    return [wrong(['to'], 'window_too_long', { hours: MOST_RUN_MS / HOUR_MS })]
  return []
}
