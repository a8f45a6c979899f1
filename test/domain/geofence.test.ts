import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { expect, it } from 'vitest'
import {
  type Geofence,
  isInside,
  MARGIN_KM,
  MOST_POINTS,
  outsideKm,
  readGeofence,
} from '../../src/domain/credentials/geofence.ts'
import { beyondPolygonKm, type Corner, crossingOf } from '../../src/domain/geometry/area.ts'
import { distanceKm, type Position } from '../../src/domain/geometry/geodesy.ts'

const { Geodesic } = geodesic
const azimuth = fc.double({ min: 0, max: 360, noNaN: true })
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const away = ({ lat, lng }: Position, direction: number, km: number): Position => {
  const { lat2, lon2 } = Geodesic.WGS84.Direct(lat, lng, direction, 1000 * km)
  return { lat: lat2!, lng: lon2! }
}

const circle = (lat: number, lng: number, radiusKm: number): Geofence => ({
  ...{ shape: 'circle', lat, lng, radiusKm, onBase: 'tell' },
})

/** A star-shaped polygon: its sides never cross, however long its rays are. */
const star = fc
  .record({
    lat: between(-60, 60),
    lng: between(-150, 150),
    rays: fc.array(between(0.05, 3), { minLength: 3, maxLength: 12 }),
  })
  .map(({ lat, lng, rays }) => ({
    middle: { lat, lng },
    corners: rays.map((ray, index): Corner => {
      const angle = (2 * Math.PI * index) / rays.length
      return [lat + ray * Math.sin(angle), lng + ray * Math.cos(angle)]
    }),
  }))

it('measures a circle equally in every direction, across the antimeridian and the poles', () => {
  fc.assert(
    fc.property(
      between(-90, 90),
      between(-180, 180),
      between(0.1, 1_900),
      azimuth,
      between(0.001, 0.99),
      (lat, lng, radiusKm, direction, part) => {
        const geofence = circle(lat, lng, radiusKm)
        expect(outsideKm(geofence, away({ lat, lng }, direction, radiusKm * part))).toBe(0)
        const beyond = radiusKm * part
        expect(outsideKm(geofence, away({ lat, lng }, direction, radiusKm + beyond))).toBeCloseTo(beyond, 5)
      },
    ),
    { numRuns: 2_000 },
  )
})

it('finds points between the centre and the border inside a polygon, and none beyond', () => {
  fc.assert(
    fc.property(star, fc.nat(), between(0, 1), between(0.05, 0.95), ({ middle, corners }, which, along, part) => {
      expect(crossingOf(corners)).toBeNull()
      const [a, b] = [corners[which % corners.length]!, corners[(which + 1) % corners.length]!]
      const onSide: Corner = [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])]
      const at = (times: number): Position => ({
        lat: middle.lat + times * (onSide[0] - middle.lat),
        lng: middle.lng + times * (onSide[1] - middle.lng),
      })
      // With three or four rays, two neighbours can be 180° apart, and their side passes through the centre.
      if (corners.length < 5) return
      expect(beyondPolygonKm(corners, at(part))).toBe(0)
      const behind = beyondPolygonKm(corners, at(1 + part))
      expect(behind).toBeGreaterThan(0)
      // At most as far as the border point on the same ray.
      expect(behind).toBeLessThanOrEqual(distanceKm(at(1), at(1 + part)) * 1.001 + 1e-9)
    }),
    { numRuns: 3_000 },
  )
})

it('reports the distance outside a polygon to half a percent within 300 km', () => {
  fc.assert(
    fc.property(star, azimuth, between(1, 300), ({ middle, corners }, direction, km) => {
      const place = away(middle, direction, 400 + km)
      const told = beyondPolygonKm(corners, place)
      let least = Number.POSITIVE_INFINITY
      for (const [index, [lat, lng]] of corners.entries()) {
        const [latB, lngB] = corners[(index + 1) % corners.length]!
        for (let step = 0; step <= 200; step++)
          least = Math.min(
            least,
            distanceKm(place, { lat: lat + (step / 200) * (latB - lat), lng: lng + (step / 200) * (lngB - lng) }),
          )
      }
      if (told > 0 && told < 300) expect(told).toBeLessThanOrEqual(least * 1.005 + 0.01)
      if (told > 0) expect(told).toBeGreaterThanOrEqual(least * 0.99 - 0.5)
    }),
    { numRuns: 200 },
  )
})

it('treats a polygon the same from any first corner and in either direction', () => {
  fc.assert(
    fc.property(star, fc.nat(), between(-4, 4), between(-4, 4), ({ middle, corners }, turns, up, right) => {
      const from = turns % corners.length
      const turned = [...corners.slice(from), ...corners.slice(0, from)]
      const place = { lat: middle.lat + up, lng: middle.lng + right }
      const told = beyondPolygonKm(corners, place)
      expect(beyondPolygonKm(turned, place)).toBeCloseTo(told, 6)
      expect(beyondPolygonKm(corners.toReversed(), place)).toBeCloseTo(told, 6)
    }),
    { numRuns: 2_000 },
  )
})

it('finds every self-intersection after two corners are swapped', () => {
  fc.assert(
    fc.property(
      star.filter(({ corners }) => corners.length >= 6),
      fc.nat(),
      ({ middle, corners }, which) => {
        // In a convex polygon, swapping any two neighbours makes two sides cross.
        const count = corners.length
        const round = corners.map((_, index): Corner => {
          const angle = (2 * Math.PI * index) / count
          return [middle.lat + Math.sin(angle), middle.lng + Math.cos(angle)]
        })
        const at = which % (count - 1)
        const exchanged = round.with(at, round[at + 1]!).with(at + 1, round[at]!)
        expect(crossingOf(round)).toBeNull()
        expect(crossingOf(exchanged)).not.toBeNull()
      },
    ),
  )
})

it('has hysteresis: a rover leaves fifty metres beyond the border and enters at it', () => {
  const geofence = circle(19.4, -99.1, 10)
  const at = (km: number) => away({ lat: 19.4, lng: -99.1 }, 90, km)
  expect(isInside(geofence, at(9.999), false)).toBe(true)
  expect(isInside(geofence, at(10.02), false)).toBe(false)
  expect(isInside(geofence, at(10.02), true)).toBe(true)
  expect(isInside(geofence, at(10 + 2 * MARGIN_KM), true)).toBe(false)
})

const SQUARE = [
  [19, -100],
  [19, -99],
  [20, -99],
  [20, -100],
]
const codes = (wish: Parameters<typeof readGeofence>[0]) => {
  const read = readGeofence(wish)
  return 'faults' in read ? read.faults.map(({ path, code }) => `${path.join('.')}: ${code}`) : []
}

it('reads a circle and a polygon; onBase defaults to "tell"', () => {
  expect(readGeofence({ shape: 'circle', lat: 19, lng: -99, radiusKm: 20 })).toEqual({
    geofence: { shape: 'circle', lat: 19, lng: -99, radiusKm: 20, onBase: 'tell' },
  })
  expect(readGeofence({ shape: 'polygon', points: SQUARE, onBase: 'cut' })).toEqual({
    geofence: { shape: 'polygon', points: SQUARE, onBase: 'cut' },
  })
  // A closed ring, as in GeoJSON and WKT.
  expect(readGeofence({ shape: 'polygon', points: [...SQUARE, SQUARE[0]!] })).toMatchObject({
    geofence: { points: SQUARE },
  })
})

it('reports the fault of a geofence and its field', () => {
  expect(codes({ shape: 'circle', lat: 19 })).toEqual(['lng: missing', 'radiusKm: missing'])
  expect(codes({ shape: 'circle', lat: 91, lng: -181, radiusKm: 0 })).toEqual([
    'lat: number_range',
    'lng: number_range',
    'radiusKm: number_range',
  ])
  expect(codes({ shape: 'circle', lat: 19, lng: -99, radiusKm: 5, points: SQUARE })).toEqual(['points: not_of_fence'])
  expect(codes({ shape: 'polygon', lat: 19, points: SQUARE })).toEqual(['lat: not_of_fence'])
  expect(codes({ shape: 'polygon' })).toEqual(['points: missing'])
  expect(codes({ shape: 'polygon', points: SQUARE.slice(0, 2) })).toEqual(['points: too_few'])
  expect(codes({ shape: 'polygon', points: [...SQUARE, [20, 200]] })).toEqual(['points.4.1: number_range'])
  expect(codes({ shape: 'polygon', points: [...SQUARE, [20]] })).toEqual(['points.4.1: number_range'])
  expect(codes({ shape: 'polygon', points: [SQUARE[0]!, SQUARE[0]!, SQUARE[1]!, SQUARE[2]!] })).toEqual([
    'points: fence_repeats',
  ])
  expect(codes({ shape: 'polygon', points: [SQUARE[0]!, SQUARE[2]!, SQUARE[1]!, SQUARE[3]!] })).toEqual([
    'points: fence_crosses',
  ])
  // Back and forth along a line: contains nothing.
  expect(
    codes({
      shape: 'polygon',
      points: [
        [19, -99],
        [20, -99],
        [21, -99],
      ],
    }),
  ).toEqual(['points: fence_crosses'])
  expect(
    codes({
      shape: 'polygon',
      points: [
        [-17, 178],
        [-18, -178],
        [-16, -178],
      ],
    }),
  ).toEqual(['points: fence_too_wide'])
  const many = Array.from({ length: MOST_POINTS + 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / (MOST_POINTS + 1)
    return [19 + Math.sin(angle), -99 + Math.cos(angle)]
  })
  expect(codes({ shape: 'polygon', points: many })).toEqual(['points: too_many'])
  expect(codes({ shape: 'polygon', points: many.slice(1) })).toEqual([])
})
