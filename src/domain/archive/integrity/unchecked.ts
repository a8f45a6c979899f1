// Why the position of a station cannot be checked against its neighbours.
import type { Trouble, TroubleCode } from './live.ts'
import type { Pair } from './neighbours.ts'

export const UNCHECKED = [
  'not_compared',
  'no_neighbour',
  'little_memory',
  'no_data',
  'no_position',
  'wrong_clock',
  'no_ephemerides',
  'wrong_coordinates',
  'two_bands',
  'neighbour_without_data',
  'not_fixed',
] as const
export type UncheckedCode = (typeof UNCHECKED)[number]

/** The reason of a baseline that concerns the station most. */
const ORDER: readonly TroubleCode[] = ['wrong_coordinates', 'not_fixed', 'two_bands']

export interface UncheckedFacts {
  readonly stationId: number
  /** False for stations of other casters, and streams that are not RTCM. */
  readonly isCompared: boolean
  readonly pairs: readonly Pair[]
  /** Troubles of the station's baselines in the last minutes; empty if no node solves them. */
  readonly troubles: readonly Trouble[]
  /** Whether the station sends observations. */
  readonly isOnline: boolean
  /** False if no caster has enough memory. */
  readonly isMeasured: boolean
}

/** For a station without a baseline that has a fixed solution. */
export function uncheckedReason({
  stationId,
  isCompared,
  pairs,
  troubles,
  isOnline,
  isMeasured,
}: UncheckedFacts): UncheckedCode {
  if (!isCompared) return 'not_compared'
  if (pairs.length === 0) return 'no_neighbour'
  if (!isMeasured) return 'little_memory'
  const own = troubles.find((trouble) => trouble.stationId === stationId)
  if (own) return own.code
  if (!isOnline) return 'no_data'
  const common = ORDER.find((code) => troubles.some((trouble) => trouble.code === code && trouble.stationId === null))
  if (common) return common as UncheckedCode
  return troubles.length > 0 ? 'neighbour_without_data' : 'not_fixed'
}
