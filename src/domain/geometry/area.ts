// Areas on the Earth: containment and distance. Circles are geodesic, on the ellipsoid. Polygon sides are straight in
// latitude and longitude, as in GeoJSON (RFC 7946, 3.1.1); a map draws them with some metres of difference per 100 km.
// A polygon spans less than 180 degrees of longitude and does not cross the antimeridian.
import { distanceKm, type Position } from './geodesy.ts'

export interface Circle extends Position {
  readonly radiusKm: number
}

export type Corner = readonly [lat: number, lng: number]

/** Returns 0 if the position is inside or on the border. */
export const beyondCircleKm = ({ lat, lng, radiusKm }: Circle, position: Position): number =>
  Math.max(0, distanceKm({ lat, lng }, position) - radiusKm)

/**
 * Distance to the nearest point of the border; 0 if inside. Far away, where the plane approximation fails, the point
 * found may be some percent farther than the nearest one.
 */
export const beyondPolygonKm = (corners: readonly Corner[], position: Position): number =>
  isWithin(corners, position) ? 0 : distanceKm(position, nearestOn(corners, position))

/** Ray casting: a ray to the west crosses the border an odd number of times if the position is inside. */
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
  // Shift the longitude by 360 degrees if the polygon is nearer that way.
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

/**
 * Returns the first two sides that intersect improperly, or `null`. Sides count from 0; side n starts at corner n.
 */
export function crossingOf(corners: readonly Corner[]): readonly [number, number] | null {
  const count = corners.length
  const corner = (index: number) => corners[index % count]!
  for (let a = 0; a < count; a++) {
    // A side that runs back along the previous one encloses no area.
    if (comesBack(corner(a), corner(a + 1), corner(a + 2))) return [a, (a + 1) % count]
    for (let b = a + 2; b < count; b++) {
      if (a === 0 && b === count - 1) continue // the last side ends where the first begins
      if (doMeet(corner(a), corner(a + 1), corner(b), corner(b + 1))) return [a, b]
    }
  }
  return null
}

/** Twice the signed area of the triangle. */
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

/** Assumes that the point is on the line through a and b. */
const isBetween = (a: Corner, b: Corner, point: Corner): boolean =>
  ([0, 1] as const).every(
    (axis) => Math.min(a[axis], b[axis]) <= point[axis] && point[axis] <= Math.max(a[axis], b[axis]),
  )
