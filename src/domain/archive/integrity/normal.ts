// What is normal for a baseline: a slow mean, so that constant errors of antennas cancel and a network that loses a
// station shows no movement.
import type { Vector } from '@vertice/gnss'

/** A baseline is compared with its normal vector after an hour. */
export const LEAST_NORMAL_BINS = 12
/** Half a day: a lasting movement is detected long before it becomes normal. */
const MEAN_BINS = 144
/** Metres by which one value may differ for the mean: a movement or wrong integers change it slowly. */
const CLIP_M = 0.01

/** Expected error of five minutes until the scatter of a baseline is known, and its bounds: metres. */
const ERROR_M = { unknown: 0.01, least: 0.005, most: 0.05 }
/** Six hours: the scatter follows the ionosphere of the day. */
const SCATTER_BINS = 72
/** One deviation counts at most as this many times the scatter. */
const MOST_SCATTER = 3
/** From the mean length of a deviation to the expected error that the adjustment weighs with. */
const SCATTER_TO_ERROR = 1.25

export interface Normal extends Vector {
  readonly bins: number
  /** Mean length of the deviations from the mean: metres. `null` in the first hour. */
  readonly scatterM: number | null
}

/** Expected error of five minutes of a baseline, from its own scatter: metres. Long baselines are less certain. */
export const expectedError = (normal: Normal | null): number =>
  normal?.scatterM == null
    ? ERROR_M.unknown
    : Math.min(ERROR_M.most, Math.max(ERROR_M.least, SCATTER_TO_ERROR * normal.scatterM))

export function withBin(normal: Normal | null, { x, y, z }: Vector): Normal {
  if (!normal) return { x, y, z, bins: 1, scatterM: null }
  const bins = normal.bins + 1
  const apart = Math.hypot(x - normal.x, y - normal.y, z - normal.z)
  const isKnown = normal.bins >= LEAST_NORMAL_BINS
  const clip = isKnown && apart > CLIP_M ? CLIP_M / apart : 1
  const scatterM = normal.scatterM ?? ERROR_M.unknown
  const gain = clip / Math.min(bins, MEAN_BINS)
  return {
    x: normal.x + gain * (x - normal.x),
    y: normal.y + gain * (y - normal.y),
    z: normal.z + gain * (z - normal.z),
    bins,
    scatterM: isKnown ? scatterM + (Math.min(apart, MOST_SCATTER * scatterM) - scatterM) / SCATTER_BINS : null,
  }
}
