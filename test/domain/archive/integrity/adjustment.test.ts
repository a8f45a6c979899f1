import { expect, it } from 'vitest'
import { adjust, type MeasuredBaseline } from '../../../../src/domain/archive/integrity/adjustment.ts'

const baseline = (a: number, b: number, x: number, y = 0, sigma = 0.003): MeasuredBaseline => ({
  ...{ a, b, sigma },
  deviation: { x, y, z: 0 },
})

it('attributes a deviation to the station whose baselines agree on it', () => {
  const found = adjust([baseline(1, 2, 0.05), baseline(2, 3, -0.05), baseline(1, 3, 0.001), baseline(2, 4, -0.049)])
  expect(found.get(2)!.deviation.x).toBeCloseTo(0.05, 2)
  for (const id of [1, 3, 4]) expect(Math.abs(found.get(id)!.deviation.x)).toBeLessThan(0.004)
  expect(found.get(2)!.baselines).toBe(3)
  expect(found.get(2)!.isAttributed).toBe(true)
})

it('a flipped sign on one baseline is not a movement, and that baseline does not agree', () => {
  const right = [
    ...[baseline(1, 2, 0.05), baseline(2, 3, -0.05), baseline(1, 3, 0), baseline(2, 4, -0.05), baseline(3, 4, 0)],
    baseline(1, 4, 0),
  ]
  const flipped = right.with(0, baseline(1, 2, -0.05))
  const found = adjust(flipped)
  expect(found.get(2)!.deviation.x).toBeCloseTo(0.05, 2)
  expect(found.get(2)!.baselines).toBe(2)
  expect(found.get(1)!.baselines).toBe(2)
})

it('of two stations either can have moved', () => {
  const found = adjust([baseline(1, 2, 0.05)])
  expect(found.get(1)).toMatchObject({ isAttributed: false, deviation: { x: -0.05 } })
  expect(found.get(2)).toMatchObject({ isAttributed: false, deviation: { x: 0.05 } })
})

it('groups of stations without a baseline between them do not affect each other', () => {
  const found = adjust([baseline(1, 2, 0), baseline(2, 3, 0), baseline(1, 3, 0), baseline(7, 8, 0.2)])
  expect(found.get(3)!.deviation.x).toBeCloseTo(0, 6)
  expect(found.get(8)!.deviation.x).toBeCloseTo(0.2, 6)
})
