// What the tests of transformations share.
import { expect } from 'vitest'
import type { FrameAtEpoch, Realization, transform, Vector } from '../../src/index.ts'

export const MILLIMETRE = 0.001

/** A frame without an epoch of its own. */
export const at = (realization: Realization, epoch: number): FrameAtEpoch => ({
  frame: { key: realization, name: realization, epsg: 0, epsgName: '', realization, epoch: null, country: null },
  epoch,
})

export function expectWithin(found: ReturnType<typeof transform>, expected: Vector, within: number): void {
  expect(typeof found).toBe('object')
  const { x, y, z } = found as Vector
  expect(Math.hypot(x - expected.x, y - expected.y, z - expected.z)).toBeLessThan(within)
}
