// Positions from one reference frame and epoch to another.
import type { Vector } from '../vector.ts'
import type { Frame } from './frames.ts'
import { applyHelmert } from './helmert.ts'
import { REALIZATIONS, type Realization } from './realizations.ts'

export interface FrameAtEpoch {
  readonly frame: Frame
  /** Decimal year. */
  readonly epoch: number
}

/** Why a position cannot be transformed: the frame is not exact, or the station's movement between the epochs is unknown. */
export type NoTransformation = 'frame_not_exact' | 'velocity_unknown'

/** Years; at 10 cm a year a position moves by less than 0.1 mm. */
const SAME_EPOCH = 0.001

/**
 * The position of a point in another frame at another epoch. `velocity` is that of the point in the frame that it comes
 * from, in metres per year; `null` if unknown, which is enough for two frames at the same epoch.
 */
export function transform(
  position: Vector,
  from: FrameAtEpoch,
  to: FrameAtEpoch,
  velocity: Vector | null,
): Vector | NoTransformation {
  const years = to.epoch - from.epoch
  const isMoved = Math.abs(years) > SAME_EPOCH
  if (from.frame.key === to.frame.key && !isMoved) return position
  if (from.frame.realization === null || to.frame.realization === null) return 'frame_not_exact'
  if (isMoved && velocity === null) return 'velocity_unknown'
  const moved = isMoved ? along(position, velocity!, years) : position
  return throughItrf2020(moved, from.frame.realization, to.frame.realization, to.epoch)
}

const along = ({ x, y, z }: Vector, velocity: Vector, years: number): Vector => ({
  x: x + velocity.x * years,
  y: y + velocity.y * years,
  z: z + velocity.z * years,
})

function throughItrf2020(position: Vector, from: Realization, to: Realization, year: number): Vector {
  if (from === to) return position
  const [back, on] = [REALIZATIONS[from], REALIZATIONS[to]]
  const hub = back ? applyHelmert(position, back, year, -1) : position
  return on ? applyHelmert(hub, on, year, 1) : hub
}
