// Areas on the Earth: whether a place is in one, and how far from it. A circle is geodesic: all places so near to its centre on the
// ellipsoid. The sides of a polygon are straight in latitude and longitude, as GeoJSON has them (RFC 7946, 3.1.1), and as a map draws them
// but for some metres a hundred kilometres. It lies within 180 degrees of longitude and does not cross the antimeridian.
import { distanceKm, type Position } from './geodesy.ts'

export interface Circle extends Position {
  readonly radiusKm: number
}

/** Latitude and longitude, in this order. */
export type Corner = readonly [lat: number, lng: number]

/** 0: it is inside, or on the border. */
export const beyondCircleKm = ({ lat, lng, radiusKm }: Circle, position: Position): number =>
  Math.max(0, distanceKm({ lat, lng }, position) - radiusKm)

/** 0: it is inside. To the nearest point of the border; far away, where the Earth is no plane, that may be another one by some percent. */
export const beyondPolygonKm = (corners: readonly Corner[], position: Position): number =>
  isWithin(corners, position) ? 0 : distanceKm(position, nearestOn(corners, position))

/** A line from the place to the west meets the border an odd number of times. */
function isWithin(corners: readonly Corner[], { lat, lng }: Position): boolean {
  let inside = false
  let [latA, lngA] = corners.at(-1)!
  for (const [latB, lngB] of corners) {
    if (latA > lat !== latB > lat && lng > lngA + ((lat - latA) / (latB - latA)) * (lngB - lngA)) inside = !inside
    latA = latB
    lngA = lngB
  }
  return inside
}

function nearestOn(corners: readonly Corner[], { lat, lng }: Position): Position {
  const middle = (Math.min(...corners.map(lngOf)) + Math.max(...corners.map(lngOf))) / 2
  // Round the Earth the other way, where that is nearer.
  const here = lng - 360 * Math.round((lng - middle) / 360)
  const narrow = Math.cos((lat * Math.PI) / 180)
  let nearest: Position = { lat: 0, lng: 0 }
  let least = Number.POSITIVE_INFINITY
  let [latA, lngA] = corners.at(-1)!
  for (const [latB, lngB] of corners) {
    const [east, north] = [(lngB - lngA) * narrow, latB - latA]
    const along = ((here - lngA) * narrow * east + (lat - latA) * north) / (east * east + north * north)
    const part = Math.min(1, Math.max(0, along))
    const point = { lat: latA + part * (latB - latA), lng: lngA + part * (lngB - lngA) }
    const far = ((point.lng - here) * narrow) ** 2 + (point.lat - lat) ** 2
    if (far < least) {
      least = far
      nearest = point
    }
    latA = latB
    lngA = lngB
  }
  return nearest
}

const lngOf = ([, lng]: Corner) => lng

/** Of sides that are numbered from 0, each from the corner of its number: the first two that meet where they should not; null: none do. */
export function crossingOf(corners: readonly Corner[]): readonly [number, number] | null {
  const count = corners.length
  const corner = (index: number) => corners[index % count]!
  for (let a = 0; a < count; a++) {
    // A side that comes back along the one before it leaves nothing between them.
    if (comesBack(corner(a), corner(a + 1), corner(a + 2))) return [a, (a + 1) % count]
    for (let b = a + 2; b < count; b++) {
      if (a === 0 && b === count - 1) continue // the last one ends where the first begins
      if (doMeet(corner(a), corner(a + 1), corner(b), corner(b + 1))) return [a, b]
    }
  }
  return null
}

/** Twice the area of the triangle, with a sign. */
const turn = (a: Corner, b: Corner, c: Corner): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const comesBack = (a: Corner, b: Corner, c: Corner): boolean =>
  turn(a, b, c) === 0 && (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0

function doMeet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [fromAB, toAB] = [turn(a, b, c), turn(a, b, d)]
  const [fromCD, toCD] = [turn(c, d, a), turn(c, d, b)]
  if (fromAB * toAB < 0 && fromCD * toCD < 0) return true
  return (
    (fromAB === 0 && isBetween(a, b, c)) ||
    (toAB === 0 && isBetween(a, b, d)) ||
    (fromCD === 0 && isBetween(c, d, a)) ||
    (toCD === 0 && isBetween(c, d, b))
  )
}

/** Of a point on the line through both. */
const isBetween = (a: Corner, b: Corner, point: Corner): boolean =>
  ([0, 1] as const).every(
    (axis) => Math.min(a[axis], b[axis]) <= point[axis] && point[axis] <= Math.max(a[axis], b[axis]),
  )
