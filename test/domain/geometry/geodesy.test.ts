import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { expect, it } from 'vitest'
import { toEcef } from '../../../src/demo/simulator/sky/earth.ts'
import { distanceKm, positionOf } from '../../../src/domain/geometry/geodesy.ts'

const { Geodesic } = geodesic
const metres = (a: { lat: number; lng: number }, b: { lat: number; lng: number }) =>
  Geodesic.WGS84.Inverse(a.lat, a.lng, b.lat, b.lng, Geodesic.DISTANCE).s12!

const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

it('matches the distances of geographiclib to half a millimetre, near and far, in every direction', () => {
  let worst = 0
  fc.assert(
    fc.property(
      place,
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: 0, max: 210_000, noNaN: true }),
      (from, azimuth, length) => {
        const end = Geodesic.WGS84.Direct(from.lat, from.lng, azimuth, length)
        const to = { lat: end.lat2!, lng: end.lon2! }
        worst = Math.max(worst, Math.abs(distanceKm(from, to) * 1000 - metres(from, to)))
      },
    ),
    { numRuns: 20_000 },
  )
  expect(worst).toBeLessThan(0.0005)
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(Math.abs(distanceKm(a, b) * 1000 - metres(a, b))).toBeLessThan(0.0005)
    }),
    { numRuns: 2000 },
  )
})

it('handles identical points, the date line and the poles', () => {
  expect(distanceKm({ lat: 19.4, lng: -99.1 }, { lat: 19.4, lng: -99.1 })).toBe(0)
  expect(distanceKm({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 })).toBeCloseTo(22.2639, 3)
  expect(distanceKm({ lat: 90, lng: 0 }, { lat: 90, lng: 77 })).toBeCloseTo(0, 9)
  expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeGreaterThan(20_000)
})

it('converts a point in space to a position within 0.01 mm, from 500 m below to 9,000 m above the sea', () => {
  let worst = 0
  fc.assert(
    fc.property(place, fc.double({ min: -500, max: 9000, noNaN: true }), (position, height) => {
      const [x, y, z] = toEcef({ ...position, height })
      worst = Math.max(worst, metres(position, positionOf({ x, y, z })))
    }),
    { numRuns: 5000 },
  )
  expect(worst).toBeLessThan(0.000_01)
})

it('has the axes of the ellipsoid', () => {
  expect(positionOf({ x: 6_378_137, y: 0, z: 0 })).toEqual({ lat: 0, lng: 0 })
  expect(positionOf({ x: 0, y: -6_378_137, z: 0 })).toEqual({ lat: 0, lng: -90 })
  expect(positionOf({ x: 0, y: 0, z: 6_356_752.3142 }).lat).toBeCloseTo(90, 12)
  expect(positionOf({ x: 0, y: 0, z: -6_356_752.3142 }).lat).toBeCloseTo(-90, 12)
})
