import { expect, it } from 'vitest'
import { classOf, IonosphereTally, indexOf } from '../../../../src/domain/archive/integrity/ionosphere.ts'

/** Metres of delay that are this many ppm of 20 km. */
const delays = (ppm: number, count: number) => Array.from({ length: count }, () => ppm * 0.02)

it('is the 95th percentile of all baselines, in ppm of their distance', () => {
  const [near, far] = [new IonosphereTally(20), new IonosphereTally(40)]
  near.add([...delays(2.1, 900), ...delays(-2.1, 40)])
  far.add(delays(6.1 * 2, 60))
  expect(indexOf([near.take()!, far.take()!])).toBe(6.25)
  expect(near.take()).toBeNull()
})

it('is unknown with few values, and leaves out baselines whose noise would be larger', () => {
  const [few, short] = [new IonosphereTally(20), new IonosphereTally(9)]
  few.add(delays(1, 100))
  short.add(delays(1, 1_000))
  expect(short.take()).toBeNull()
  expect(indexOf([few.take()!])).toBeNull()
  expect(indexOf([])).toBeNull()
})

it('has classes', () => {
  expect([0, 1.99, 2, 4, 8, 25].map(classOf)).toEqual(['low', 'low', 'medium', 'high', 'very_high', 'very_high'])
})
