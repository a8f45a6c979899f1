// What a verdict is computed from: sums of minutes, the usual values, and the solved position.
import { BANDS } from '@vertice/gnss'
import type { Station } from '../../stations/station.ts'
import type { BandSums, StationMeasures } from './judge.ts'
import { offsetFrom } from './offset.ts'

/** Band of the rows that concern all bands together. */
export const ALL_BANDS = 'all'

export interface QualitySums {
  /** A band, or 'all'. */
  readonly band: string
  readonly minutes: number
  readonly epochs: number
  readonly missed: number
  /** Satellites, summed over the epochs. */
  readonly tracked: number
  readonly expected: number | null
  /** Minutes whose expected satellites are known. */
  readonly withExpected: number
  readonly cn0Median: number | null
  readonly cn0P10: number | null
  readonly losses: number
  readonly halfCycles: number
  readonly satelliteHours: number
  readonly multipathM: number | null
  readonly multipathSamples: number
}

export interface JudgedSums extends QualitySums {
  readonly belowHorizon: number | null
  readonly contradicting: number | null
  /** `null` if none of the minutes has it. */
  readonly clockMs: number | null
}

/** Means of the days before. */
export interface UsualBand {
  readonly band: string
  readonly cn0Median: number | null
  /** Mean number of satellites. */
  readonly satellites: number | null
}

/** The median of positions. */
export interface MedianPoint {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly points: number
}

/** Minutes since the beginning of the day, degrees, and C/N0: 0 if unknown, `null` if the satellite was not tracked. */
export type TrackPoint = readonly [minutes: number, azimuth: number, elevation: number, cn0: number | null]

export interface Facts {
  readonly sums: readonly JudgedSums[]
  readonly usual: readonly UsualBand[]
  readonly point: MedianPoint | null
}

export type JudgedStation = Pick<Station, 'lat' | 'lng' | 'positionPending'>

export function measuresOf(
  station: JudgedStation,
  { sums, usual, point }: Facts,
): Omit<StationMeasures, 'sky' | 'drops' | 'antennas' | 'cn0Minutes'> {
  const all = sums.find(({ band }) => band === ALL_BANDS)
  const bands = BANDS.flatMap((band): BandSums[] => {
    const of = sums.find((one) => one.band === band)
    const before = usual.find((one) => one.band === band)
    if (!of && !before) return []
    return [
      { ...(of ?? EMPTY), band, usualCn0: before?.cn0Median ?? null, usualSatellites: before?.satellites ?? null },
    ]
  })
  const minutes = all?.minutes ?? 0
  return {
    minutes,
    epochs: all?.epochs ?? 0,
    missed: all?.missed ?? 0,
    tracked: all?.tracked ?? 0,
    // Part of the minutes cannot be compared with the satellites of all.
    expected: all && all.withExpected === minutes ? all.expected : null,
    belowHorizon: all?.belowHorizon ?? 0,
    contradicting: all?.contradicting ?? 0,
    clockMs: all?.clockMs ?? null,
    bands,
    point: point && offsetOf(station, point),
  }
}

const EMPTY = {
  ...{ tracked: 0, cn0Median: null, losses: 0, halfCycles: 0 },
  ...{ satelliteHours: 0, multipathM: null, multipathSamples: 0 },
}

function offsetOf({ lat, lng, positionPending }: JudgedStation, point: MedianPoint): StationMeasures['point'] {
  if (positionPending) return null
  const { east, north } = offsetFrom({ lat, lng }, point)
  return { horizontalM: Math.hypot(east, north), points: point.points }
}
