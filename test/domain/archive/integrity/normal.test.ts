import { expect, it } from 'vitest'
import { noise } from '../../../../packages/gnss/test/support/world.ts'
import { expectedError, type Normal, withBin } from '../../../../src/domain/archive/integrity/normal.ts'

function after(bins: number, x: (bin: number) => number): Normal {
  let normal: Normal | null = null
  for (let bin = 0; bin < bins; bin++) normal = withBin(normal, { x: x(bin), y: 0, z: 0 })
  return normal!
}

it('is the mean of the first hours', () => {
  const random = noise(5)
  expect(after(144, () => 30_000 + 0.003 * random()).x).toBeCloseTo(30_000, 2)
})

it('follows a lasting change slowly: a movement is detected before it becomes normal', () => {
  const moved = after(300, (bin) => (bin < 288 ? 0 : 0.05))
  expect(moved.x).toBeLessThan(0.002)
  expect(after(288 + 5 * 288, (bin) => (bin < 288 ? 0 : 0.02)).x).toBeGreaterThan(0.015)
})

it('is hardly changed by wrong integers', () => {
  expect(Math.abs(after(100, (bin) => (bin === 90 ? 5 : 0)).x)).toBeLessThan(0.0002)
})

it('weighs a baseline by its own scatter', () => {
  const random = noise(3)
  const noisy = (metres: number) => expectedError(after(288, () => metres * random()))
  expect(expectedError(null)).toBe(0.01)
  expect(noisy(0.002)).toBe(0.005)
  expect(noisy(0.02)).toBeGreaterThan(0.015)
  expect(noisy(1)).toBe(0.05)
})

it('does not become uncertain by a movement or by wrong integers', () => {
  expect(expectedError(after(294, (bin) => (bin < 288 ? 0 : 0.02)))).toBeLessThan(0.008)
  expect(expectedError(after(100, (bin) => (bin === 90 ? 5 : 0)))).toBeLessThan(0.012)
})
