// Distances on the ellipsoid (WGS 84; the difference to GRS 80 is less than a millimetre here) and unit vectors.
import geodesic from 'geographiclib-geodesic'

const { Geodesic } = geodesic

export interface Position {
  readonly lat: number
  readonly lng: number
}

const EQUATOR_M = 6_378_137
const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_316
const SHORT_M = 200_000

export function distanceKm(a: Position, b: Position): number {
  const short = shortDistanceM(a, b)
  if (short < SHORT_M) return short / 1000
  return (Geodesic.WGS84.Inverse(a.lat, a.lng, b.lat, b.lng, Geodesic.DISTANCE).s12 ?? 0) / 1000
}

/**
 * Accurate to 0.1 mm up to 200 km (the tests compare with geographiclib) at a tenth of geographiclib's cost, which was
 * half the time of a mountpoint choice. Bends the chord through the Earth with the ellipsoid's radius of curvature at
 * the midpoint in that direction (Euler).
 */
function shortDistanceM(a: Position, b: Position): number {
  const phiA = radians(a.lat)
  const phiB = radians(b.lat)
  const deltaLambda = radians(((b.lng - a.lng + 540) % 360) - 180)
  const sinA = Math.sin(phiA)
  const sinB = Math.sin(phiB)
  const crossA = EQUATOR_M / Math.sqrt(1 - ECCENTRICITY_SQUARED * sinA * sinA)
  const crossB = EQUATOR_M / Math.sqrt(1 - ECCENTRICITY_SQUARED * sinB * sinB)
  const axisA = crossA * Math.cos(phiA)
  const axisB = crossB * Math.cos(phiB)
  const x = axisB * Math.cos(deltaLambda) - axisA
  const y = axisB * Math.sin(deltaLambda)
  const z = (1 - ECCENTRICITY_SQUARED) * (crossB * sinB - crossA * sinA)
  const chord = Math.sqrt(x * x + y * y + z * z)
  if (chord === 0) return 0

  const middle = (phiA + phiB) / 2
  const sinMiddle = Math.sin(middle)
  const w = 1 - ECCENTRICITY_SQUARED * sinMiddle * sinMiddle
  const crossRadius = EQUATOR_M / Math.sqrt(w)
  const meridianRadius = (crossRadius * (1 - ECCENTRICITY_SQUARED)) / w
  const north = meridianRadius * (phiB - phiA)
  const east = crossRadius * Math.cos(middle) * deltaLambda
  const radius = (north * north + east * east) / ((north * north) / meridianRadius + (east * east) / crossRadius)
  return 2 * radius * Math.asin(Math.min(1, chord / (2 * radius)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

const UNWRAPPED = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.LONG_UNROLL

/** A closed ring of points at this distance, counterclockwise. Longitudes continue past 180° instead of jumping. */
export function ringAround({ lat, lng }: Position, radiusKm: number, corners: number): Position[] {
  const ring = Array.from({ length: corners }, (_, corner) => {
    const { lat2, lon2 } = Geodesic.WGS84.Direct(lat, lng, (-360 * corner) / corners, radiusKm * 1000, UNWRAPPED)
    return { lat: lat2!, lng: lon2! }
  })
  return [...ring, ring[0]!]
}

export type Vector = readonly [number, number, number]

export function unitVector({ lat, lng }: Position): Vector {
  const phi = radians(lat)
  const lambda = radians(lng)
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** Positive if c is to the left of the great circle from a to b, seen from outside. */
export function orientation(a: Vector, b: Vector, c: Vector): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/** Converts Earth-centred, Earth-fixed coordinates in metres to a position; drops the height. */
export function positionOf({ x, y, z }: { x: number; y: number; z: number }): Position {
  const across = Math.hypot(x, y)
  let lat = Math.atan2(z, across * (1 - ECCENTRICITY_SQUARED))
  // Near the ground this converges to less than a micrometre in three rounds.
  for (let round = 0; round < 5; round++) {
    const sine = Math.sin(lat)
    const cross = EQUATOR_M / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine)
    lat = Math.atan2(z + ECCENTRICITY_SQUARED * cross * sine, across)
  }
  return { lat: (lat * 180) / Math.PI, lng: (Math.atan2(y, x) * 180) / Math.PI }
}

/** Height above the ellipsoid in metres. */
export function heightOf(point: { x: number; y: number; z: number }): number {
  const lat = (positionOf(point).lat * Math.PI) / 180
  const sine = Math.sin(lat)
  const cross = EQUATOR_M / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine)
  // The usual formula divides by the cosine, which is zero at the poles.
  return Math.hypot(point.x, point.y) * Math.cos(lat) + point.z * sine - (EQUATOR_M * EQUATOR_M) / cross
}

/** Earth-centred, Earth-fixed coordinates in metres of a position and its height above the ellipsoid. */
export function ecefOf({ lat, lng, height }: Position & { readonly height: number }) {
  const [phi, lambda] = [radians(lat), radians(lng)]
  const sine = Math.sin(phi)
  const cross = EQUATOR_M / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine)
  const across = (cross + height) * Math.cos(phi)
  return {
    x: across * Math.cos(lambda),
    y: across * Math.sin(lambda),
    z: (cross * (1 - ECCENTRICITY_SQUARED) + height) * sine,
  }
}
