// Position and fix quality of a simulated rover: it walks around a place, and its quality goes from single over float
// to fixed once corrections arrive.
import type { Fix } from '@vertice/ntrip'
import type { Place } from './sky/earth.ts'

const SPEED_M_S = 0.8
const CIRCLE_M = 60
const METRES_A_DEGREE = 111_320

const FLOAT_AFTER_MS = 2_000
const FIXED_AFTER_MS = 15_000
/** Receivers do not use older corrections. */
const TOO_OLD_MS = 30_000

/** 1 single, 5 float, 4 fixed. */
export type RoverQuality = 1 | 4 | 5

export interface Corrections {
  /** Start of the corrections without a long gap. */
  readonly sinceMs: number
  readonly lastMs: number
}

/** `best` is the best quality at the rover's place: float under trees. */
export function qualityAt(nowMs: number, corrections: Corrections | null, best: 4 | 5 = 4): RoverQuality {
  if (corrections === null || nowMs - corrections.lastMs > TOO_OLD_MS) return 1
  const listened = nowMs - corrections.sinceMs
  if (listened >= FIXED_AFTER_MS) return best
  return listened >= FLOAT_AFTER_MS ? 5 : 1
}

/** Continues the corrections, or restarts them after a long gap. */
export const received = (nowMs: number, before: Corrections | null): Corrections =>
  before !== null && nowMs - before.lastMs <= TOO_OLD_MS
    ? { sinceMs: before.sinceMs, lastMs: nowMs }
    : { sinceMs: nowMs, lastMs: nowMs }

const HDOPS = { 1: 1.1, 5: 0.8, 4: 0.7 } as const
const SATELLITES = { 1: 14, 5: 22, 4: 24 } as const

/** A point on a circle that starts and ends at `start`. */
export function fixAt(
  start: Place,
  walkedMs: number,
  nowMs: number,
  corrections: Corrections | null,
  best: 4 | 5 = 4,
): Fix {
  const angle = ((walkedMs / 1000) * SPEED_M_S) / CIRCLE_M
  const north = CIRCLE_M * Math.sin(angle)
  const east = CIRCLE_M * (1 - Math.cos(angle))
  const quality = qualityAt(nowMs, corrections, best)
  return {
    lat: start.lat + north / METRES_A_DEGREE,
    lng: start.lng + east / (METRES_A_DEGREE * Math.cos((start.lat * Math.PI) / 180)),
    altitude: start.height,
    quality,
    satellites: SATELLITES[quality],
    hdop: HDOPS[quality],
    age: quality === 1 || corrections === null ? null : (nowMs - corrections.lastMs) / 1000,
  }
}
