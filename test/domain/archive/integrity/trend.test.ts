import { expect, it } from 'vitest'
import { noise } from '../../../../packages/gnss/test/support/world.ts'
import { trendOf } from '../../../../src/domain/archive/integrity/trend.ts'

const dayAt = (index: number) => new Date(Date.UTC(2026, 8, 20 + index)).toISOString().slice(0, 10)

/** Millimetres of 60 days: a velocity per year to the east, and a step to the north. */
function days({ velocity = 0, step = 0, stepDay = 30, scatter = 1.5, seed = 3, without = [] as number[] }) {
  const random = noise(seed)
  return Array.from({ length: 60 }, (_, index) => ({
    day: dayAt(index),
    eastMm: (velocity * index) / 365.25 + scatter * random(),
    northMm: (index >= stepDay ? step : 0) + scatter * random(),
    upMm: 3 * scatter * random(),
  })).filter((_, index) => !without.includes(index))
}

it('has no step in quiet days, whatever the noise', () => {
  const found = Array.from({ length: 30 }, (_, seed) => trendOf(days({ seed: seed + 1 }))!.steps.length)
  expect(found.filter((steps) => steps > 0).length).toBeLessThanOrEqual(2)
})

it('finds a step with its day and size, across missing days', () => {
  const { steps } = trendOf(days({ step: 15, without: [12, 29, 31] }))!
  expect(steps).toHaveLength(1)
  expect(steps[0]!.northMm).toBeGreaterThan(12)
  expect(Math.abs(Date.parse(steps[0]!.day) - Date.parse(dayAt(30)))).toBeLessThanOrEqual(2 * 86_400_000)
})

it('measures the velocity, and leaves a step out of it', () => {
  expect(Math.abs(trendOf(days({ velocity: 80 }))!.velocity.eastMm - 80)).toBeLessThan(15)
  expect(trendOf(days({ velocity: 80 }))!.steps).toEqual([])
  const { eastMm } = trendOf(days({}))!.sigma
  expect(eastMm).toBeGreaterThan(2)
  expect(eastMm).toBeLessThan(8)
  expect(Math.abs(trendOf(days({ step: 15 }))!.velocity.northMm)).toBeLessThan(30)
})

it('says nothing from fewer than ten days', () => {
  expect(trendOf(days({}).slice(0, 9))).toBeNull()
})
