// What is normal for a baseline: a slow mean, so that constant errors of antennas cancel and a network that loses a
// station shows no movement.
import type { Vector } from '@vertice/gnss'

/** A baseline is compared with its normal vector after an hour. */
export const LEAST_NORMAL_BINS = 12
/** Half a day: a lasting movement is detected long before it becomes normal. */
const MEAN_BINS = 144
/** Metres by which one value may differ for the mean: a movement or wrong integers change it slowly. */
const CLIP_M = 0.01

export interface Normal extends Vector {
  readonly bins: number
}

export function withBin(normal: Normal | null, { x, y, z }: Vector): Normal {
  if (!normal) return { x, y, z, bins: 1 }
  const bins = normal.bins + 1
  const apart = Math.hypot(x - normal.x, y - normal.y, z - normal.z)
  const clip = normal.bins >= LEAST_NORMAL_BINS && apart > CLIP_M ? CLIP_M / apart : 1
  const gain = clip / Math.min(bins, MEAN_BINS)
  return {
    x: normal.x + gain * (x - normal.x),
    y: normal.y + gain * (y - normal.y),
    z: normal.z + gain * (z - normal.z),
    bins,
  }
}
