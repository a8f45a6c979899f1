import { expect, it } from 'vitest'
import { nearestIntegers } from '../../src/baseline/integers.ts'
import { noise } from '../support/world.ts'

const SIZE = 3
const REACH = 6

/** A correlated covariance, as ambiguities have: A Aᵀ with one direction much worse than the others. */
function covarianceOf(random: () => number): Float64Array {
  const a = Array.from({ length: SIZE * SIZE }, () => random() * 0.3)
  const common = Array.from({ length: SIZE }, () => 1 + random())
  return Float64Array.from({ length: SIZE * SIZE }, (_, at) => {
    const [i, j] = [Math.floor(at / SIZE), at % SIZE]
    let sum = common[i]! * common[j]! + (i === j ? 0.01 : 0)
    for (let k = 0; k < SIZE; k++) sum += a[i * SIZE + k]! * a[j * SIZE + k]!
    return sum
  })
}

function inverse(m: Float64Array): number[] {
  const [a, b, c, d, e, f, g, h, i] = m as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const det = a * p + b * q + c * r
  return [p, c * h - b * i, b * f - c * e, q, a * i - c * g, c * d - a * f, r, b * g - a * h, a * e - b * d].map(
    (v) => v / det,
  )
}

it('finds the two nearest integer vectors that an exhaustive search finds', () => {
  const random = noise(7)
  for (let round = 0; round < 40; round++) {
    const covariance = covarianceOf(random)
    const weight = inverse(covariance)
    const float = Float64Array.from({ length: SIZE }, () => random() * 2)
    const distances: { z: number[]; d: number }[] = []
    for (let x = -REACH; x <= REACH; x++)
      for (let y = -REACH; y <= REACH; y++)
        for (let z = -REACH; z <= REACH; z++) {
          const v = [float[0]! - x, float[1]! - y, float[2]! - z]
          let d = 0
          for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) d += v[i]! * weight[i * 3 + j]! * v[j]!
          distances.push({ z: [x, y, z], d })
        }
    distances.sort((one, other) => one.d - other.d)
    const found = nearestIntegers(float, covariance)!
    expect([...found.best]).toEqual(distances[0]!.z.map((value) => value + 0))
    expect(found.distance).toBeCloseTo(distances[0]!.d, 6)
    expect(found.second).toBeCloseTo(distances[1]!.d, 6)
  }
})

it('reports how certain the integers are', () => {
  const certain = nearestIntegers(Float64Array.of(3.01, -2.02), Float64Array.of(1e-4, 0, 0, 1e-4))!
  expect([...certain.best]).toEqual([3, -2])
  expect(certain.successRate).toBeGreaterThan(0.999)
  const poor = nearestIntegers(Float64Array.of(3.01, -2.02), Float64Array.of(4, 0, 0, 4))!
  expect(poor.successRate).toBeLessThan(0.1)
})

it('refuses a covariance that is not positive definite', () => {
  expect(nearestIntegers(Float64Array.of(1, 2), Float64Array.of(1, 2, 2, 1))).toBeNull()
})
