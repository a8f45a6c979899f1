import { expect, it } from 'vitest'
import { type Corrections, fixAt, qualityAt, received } from '../../../src/demo/simulator/rover-fix.ts'
import { distanceKm } from '../../../src/domain/geometry/geodesy.ts'

const START = { lat: 20.6736, lng: -103.344, height: 1560.5 }

it('goes from single over float to fixed with corrections, and back without them', () => {
  let corrections: Corrections | null = null
  const qualities: number[] = []
  for (let second = 0; second < 90; second++) {
    const now = second * 1000
    if (second >= 5 && second < 40) corrections = received(now, corrections)
    qualities.push(qualityAt(now, corrections))
  }
  const first = (quality: number) => qualities.indexOf(quality)
  expect([first(1), first(5), first(4), qualities.lastIndexOf(4)]).toEqual([0, 7, 20, 69])
  expect(received(90_000, corrections)).toEqual({ sinceMs: 90_000, lastMs: 90_000 })
})

it('walks slowly and stays near', () => {
  let before = fixAt(START, 0, 0, null)
  expect(before).toMatchObject({ lat: START.lat, lng: START.lng, altitude: START.height, quality: 1, age: null })
  for (let second = 1; second < 1000; second++) {
    const fix = fixAt(START, second * 1000, second * 1000, null)
    expect(distanceKm(fix, before) * 1000).toBeCloseTo(0.8, 1)
    expect(distanceKm(fix, START) * 1000).toBeLessThan(125)
    before = fix
  }
})
