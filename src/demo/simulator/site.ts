// What is wrong with the site of a simulated station. All of it is truth that a measurement can be compared with.
import { L1_HZ } from './sky/atmosphere.ts'
import { levelAt, type Offset, type Standing } from './sky/earth.ts'
import { LIGHT } from './sky/kepler.ts'
import type { Sighting } from './sky/observe.ts'

export interface Site {
  /** Where the antenna really is, from the position that the stream announces. */
  readonly offset?: Offset
  readonly obstructions?: readonly Obstruction[]
  /** Metres: amplitude of the code multipath at the horizon. */
  readonly multipathM?: number
  readonly fades?: readonly Fade[]
}

/** Hides satellites below an elevation, from one azimuth clockwise to another. Degrees. */
export interface Obstruction {
  readonly from: number
  readonly to: number
  readonly below: number
}

export const FADING_BANDS = ['L1', 'L2', 'E5b'] as const
export type FadingBand = (typeof FADING_BANDS)[number]

/** Signals are weaker and noisier for a time: jamming, or a damaged cable. UTC in ms. */
export interface Fade {
  readonly bands: readonly FadingBand[]
  readonly fromMs: number
  /** Infinite if it lasts. */
  readonly untilMs: number
  readonly dropDb: number
  /** If set, it happens again after this time. */
  readonly everyMs?: number
}

/** dB-Hz: weaker signals are not tracked, and those below the second limit lose lock now and then. */
export const LEAST_DBHZ = 20
export const UNSTEADY_DBHZ = 28
/** Epochs of an unsteady signal per loss of lock. */
export const UNSTEADY_EPOCHS = 200

const RADIAN = 180 / Math.PI

export function isHidden(
  { obstructions = [] }: Site,
  { up }: Standing,
  { direction, sinElevation }: Sighting,
): boolean {
  if (obstructions.length === 0) return false
  const { east, north } = levelAt(up)
  const along = ([x, y, z]: Standing['up']) => x * direction[0] + y * direction[1] + z * direction[2]
  const azimuth = (Math.atan2(along(east), along(north)) * RADIAN + 360) % 360
  const elevation = Math.asin(sinElevation) * RADIAN
  return obstructions.some(
    ({ from, to, below }) =>
      elevation < below && (from <= to ? azimuth >= from && azimuth < to : azimuth >= from || azimuth < to),
  )
}

/** dB */
export const fadeAt = ({ fades = [] }: Site, band: FadingBand, instantMs: number): number =>
  fades.reduce((sum, fade) => (fade.bands.includes(band) && isFading(fade, instantMs) ? sum + fade.dropDb : sum), 0)

const isFading = ({ fromMs, untilMs, everyMs = Number.POSITIVE_INFINITY }: Fade, instantMs: number): boolean =>
  instantMs >= fromMs && (instantMs - fromMs) % everyMs < untilMs - fromMs

/** A reflection from the ground below the antenna: its path is longer by twice this height times the sine. */
const REFLECTED_HEIGHT_M = 6
/** Share of the code's error that the phase has; 2 mm of 20 cm. */
export const PHASE_SHARE = 0.01

/** Metres of the code. It changes slowly as the satellite rises, and repeats when the satellite does. */
export function multipath({ multipathM = 0 }: Site, hz: number, sinElevation: number): number {
  if (multipathM === 0) return 0
  const cycles = (2 * REFLECTED_HEIGHT_M * sinElevation * hz) / LIGHT
  return multipathM * (1 - sinElevation) * Math.cos(2 * Math.PI * cycles)
}

/** How much longer the ionosphere makes the path than on L1. */
export const ionosphereFactor = (hz: number): number => (L1_HZ / hz) ** 2
