// What is measured of a station in one minute.
import type { Vector } from '../vector.ts'
import type { Band } from './bands.ts'
import type { BandDrop } from './interference.ts'

/** Sums over the minute, so that minutes can be added to hours. */
export interface BandMinute {
  readonly band: Band
  /** Satellites above the mask, summed over the epochs. */
  readonly tracked: number
  /** Satellites above the mask that transmit in this band, summed over the epochs; `null` without ephemerides. */
  readonly expected: number | null
  /** dB-Hz; `null` if the stream sends none. */
  readonly cn0Median: number | null
  readonly cn0P10: number | null
  readonly losses: number
  readonly halfCycles: number
  /** Time that satellites were tracked, summed over the satellites. */
  readonly satelliteMs: number
  /** Metres², summed over the samples. */
  readonly multipathSquares: number
  readonly multipathSamples: number
  /** C/N0 of most satellites fell together; `null` if that neither lasts nor ended in this minute. */
  readonly drop: BandDrop | null
}

export interface QualityMinute {
  /** UTC in ms, by the time of arrival: a receiver's clock can be wrong. */
  readonly minuteMs: number
  readonly epochs: number
  /** Smallest time from the instant of an epoch to its arrival; negative if the receiver's clock is ahead. */
  readonly clockMs: number
  /** Epochs that are missing between the first and the last, by the interval of the stream. */
  readonly missed: number
  readonly bands: readonly BandMinute[]
  /** Satellites above the mask in any band, summed over the epochs. */
  readonly tracked: number
  /** `null` without ephemerides. */
  readonly expected: number | null
  /** Satellites that were received although they are below the horizon: the most of an epoch. */
  readonly belowHorizon: number
  /** `null` if no position could be solved. */
  readonly point: Vector | null
  /** Satellites whose ranges contradict the others by more than 100 m. */
  readonly contradicting: number
}

export interface SkySatellite {
  /** As in RINEX, such as G07. */
  readonly satellite: string
  readonly azimuth: number
  readonly elevation: number
  /** C/N0 of the first band that is received; `null` if the satellite is not tracked or the stream sends no C/N0. */
  readonly cn0: number | null
  readonly isTracked: boolean
}

const rounded = (value: number) => Math.round(10 * value) / 10

/** A satellite in a few bytes: name, azimuth, elevation and C/N0, which is 0 if unknown and `null` if not tracked. */
export const skySample = ({ satellite, azimuth, elevation, cn0, isTracked }: SkySatellite) =>
  [satellite, rounded(azimuth), rounded(elevation), isTracked ? rounded(cn0 ?? 0) : null] as const
