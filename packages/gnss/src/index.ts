/**
 * Geodesy for GNSS networks: reference frames, and positions from one frame and epoch to another. The package has no
 * dependencies and no state.
 *
 * @packageDocumentation
 */
export { FRAMES, type Frame, frameOf } from './frames/frames.ts'
export { applyHelmert, type Helmert } from './frames/helmert.ts'
export { REALIZATIONS, type Realization } from './frames/realizations.ts'
export { type FrameAtEpoch, type NoTransformation, transform } from './frames/transform.ts'
export type { Vector } from './vector.ts'
