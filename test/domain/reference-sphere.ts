// Slow and simple reference geometry for the tests, and generators of places.
import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { distanceKm } from '../../src/domain/geometry/geodesy.ts'

const { WGS84 } = geodesic.Geodesic

export interface Place {
  readonly lat: number
  readonly lng: number
}
export type Point = readonly [number, number, number]

/** Verified against geographiclib in geodesy.test.ts. */
export const kmBetween = distanceKm

export function placeFrom({ lat, lng }: Place, azimuth: number, km: number): Place {
  const { lat2, lon2 } = WGS84.Direct(lat, lng, azimuth, km * 1000)
  return { lat: Math.max(-90, Math.min(90, lat2!)), lng: lon2! }
}

export const pointOf = ({ lat, lng }: Place): Point => {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

export const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

export type Corners = readonly [Point, Point, Point]

/** Depth of `p` in the triangle: the least distance in radians to a side's great circle; negative outside. */
export function depthIn([a, b, c]: Corners, p: Point): number {
  const turn = Math.sign(dot(cross(a, b), c))
  const side = (from: Point, to: Point) => {
    const normal = cross(from, to)
    return (turn * dot(normal, p)) / Math.hypot(...normal)
  }
  return Math.min(side(a, b), side(b, c), side(c, a))
}

/** Height of `p` over the plane through the corners, away from the Earth's centre: positive inside the circumcircle. */
export function heightOverCap([a, b, c]: Corners, p: Point): number {
  const raw = cross(minus(b, a), minus(c, a))
  const length = Math.hypot(...raw) * Math.sign(dot(raw, a))
  return dot(raw, minus(p, a)) / length
}

/** Flatness of the circle through the corners: 1 for a point, 0 for a great circle. */
export function flatness([a, b, c]: Corners): number {
  const normal = cross(minus(b, a), minus(c, a))
  return Math.abs(dot(normal, a)) / Math.hypot(...normal)
}

const inPlaces = (min: number, max: number) => fc.integer({ min: min * 1000, max: max * 1000 }).map((n) => n / 1000)

/** Any place, more often in Mexico, at the poles and at the date line. */
export const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ lat: inPlaces(15, 32), lng: inPlaces(-117, -87) }),
  fc.record({ lat: inPlaces(-90, 90), lng: inPlaces(-180, 180) }),
  fc.record({ lat: fc.constantFrom(90, -90, 89.9, -89.95, 0), lng: inPlaces(-180, 180) }),
  fc.record({ lat: inPlaces(-60, 60), lng: fc.constantFrom(180, -180, 179.99, -179.9) }),
)

export const placeAround = (centre: Place, km: number): fc.Arbitrary<Place> =>
  fc
    .tuple(inPlaces(0, 360), fc.integer({ min: 0, max: 10_000 }))
    .map(([azimuth, part]) => placeFrom(centre, azimuth, (km * part) / 10_000))
