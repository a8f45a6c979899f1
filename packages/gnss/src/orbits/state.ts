import type { Vector } from '../vector.ts'

/** A satellite at an instant, in the Earth-fixed frame of that instant. */
export interface SatelliteState extends Vector {
  /** Seconds that its clock is ahead of its system's time. */
  readonly clock: number
}
