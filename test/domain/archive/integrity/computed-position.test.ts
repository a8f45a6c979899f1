import { ecefOf } from '@vertice/gnss'
import { expect, it } from 'vitest'
import { computedPosition } from '../../../../src/domain/archive/integrity/computed-position.ts'
import type { StationCoordinate } from '../../../../src/domain/archive/integrity/coordinate.ts'
import { distanceKm } from '../../../../src/domain/geometry/geodesy.ts'

const PLACE = { lat: 19.4, lng: -99.1, height: 2240 }

const day = (date: string, changes: Partial<StationCoordinate> = {}): StationCoordinate => ({
  ...{ day: date, eastMm: 0, northMm: 0, upMm: 0, sigmaMm: 3, sigmaUpMm: 8, baselines: 3, isAttributed: true },
  ...{ completenessPct: 100, hours: 24, reference: ecefOf(PLACE), ...changes },
})

it('is the announced position and the deviation of the day', () => {
  const computed = computedPosition([day('2026-11-12', { eastMm: 840, upMm: -50 })])!
  expect(1000 * distanceKm(computed, PLACE)).toBeCloseTo(0.84, 2)
  expect(computed.height).toBeCloseTo(2239.95, 3)
  expect(computed).toMatchObject({ firstDay: '2026-11-12', lastDay: '2026-11-12', days: 1, hours: 24, baselines: 3 })
})

it('is not offered from less than two hours, without neighbours that agree, or of days before this release', () => {
  expect(computedPosition([])).toBeNull()
  expect(computedPosition([day('2026-11-12', { hours: 1.9 })])).toBeNull()
  expect(computedPosition([day('2026-11-12', { baselines: 0 })])).toBeNull()
  expect(computedPosition([day('2026-11-12', { reference: null, hours: null })])).toBeNull()
})

it('combines days that agree, and leaves out those before the antenna moved', () => {
  const computed = computedPosition([
    day('2026-11-10', { northMm: 300 }),
    day('2026-11-11', { northMm: 4 }),
    day('2026-11-12', { northMm: 0 }),
  ])!
  expect(computed).toMatchObject({ firstDay: '2026-11-11', days: 2, hours: 48 })
  expect(1000 * distanceKm(computed, PLACE)).toBeCloseTo(0.002, 3)
})

it('refers deviations to the position that was announced on the day', () => {
  const moved = ecefOf({ ...PLACE, lat: PLACE.lat + 0.00001 })
  const [one] = [computedPosition([day('2026-11-12', { northMm: 1107 })])!]
  const other = computedPosition([day('2026-11-12', { reference: moved })])!
  expect(1000 * distanceKm(one, other)).toBeLessThan(0.002)
})

it('reports a larger error if the days scatter, and never one below that of constant errors', () => {
  const quiet = computedPosition(
    ['10', '11', '12'].map((date) => day(`2026-11-${date}`, { sigmaMm: 0.1, sigmaUpMm: 0.1 })),
  )!
  expect(quiet.error.horizontal).toBeGreaterThan(0.007)
  expect(quiet.error.vertical).toBeGreaterThan(0.02)
  const scattered = computedPosition(
    [-8, 8, -8, 8].map((northMm, at) => day(`2026-11-1${at}`, { northMm, sigmaMm: 1 })),
  )!
  expect(scattered.error.horizontal).toBeGreaterThan(quiet.error.horizontal + 0.002)
})
