// Positions on the ellipsoid (WGS 84) and in ECEF coordinates, in metres.
import type { Position, Vector } from '../../../domain/geometry/geodesy.ts'

export interface Place extends Position {
  /** Metres above the ellipsoid. */
  readonly height: number
}

/** Metres along the local axes. */
export interface Offset {
  readonly east: number
  readonly north: number
  readonly up: number
}

/** A place on the Earth in ECEF: metres, and the unit vector away from the ellipsoid. */
export interface Standing {
  readonly position: Vector
  readonly up: Vector
}

const EQUATOR_M = 6_378_137
const FLATTENING = 1 / 298.257_223_563
const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING)

export function toEcef({ lat, lng, height }: Place): Vector {
  const [sinLat, cosLat, sinLng, cosLng] = sinesOf({ lat, lng })
  const cross = EQUATOR_M / Math.sqrt(1 - ECCENTRICITY_SQUARED * sinLat * sinLat)
  return [
    (cross + height) * cosLat * cosLng,
    (cross + height) * cosLat * sinLng,
    (cross * (1 - ECCENTRICITY_SQUARED) + height) * sinLat,
  ]
}

/** Unit vector away from the ellipsoid. */
export function upAt(position: Position): Vector {
  const [sinLat, cosLat, sinLng, cosLng] = sinesOf(position)
  return [cosLat * cosLng, cosLat * sinLng, sinLat]
}

/** Metres above the ellipsoid. */
export const heightOf = ({ position, up }: Standing): number =>
  position[0] * up[0] +
  position[1] * up[1] +
  position[2] * up[2] -
  EQUATOR_M * Math.sqrt(1 - ECCENTRICITY_SQUARED * up[2] * up[2])

/** Unit vectors to the east and north. */
export function levelAt([x, y, z]: Vector): { readonly east: Vector; readonly north: Vector } {
  const across = Math.sqrt(x * x + y * y)
  return { east: [-y / across, x / across, 0], north: [(-x * z) / across, (-y * z) / across, across] }
}

/** ECEF position at a small offset from a place. */
export function movedBy(place: Place, { east, north, up }: Offset): Vector {
  const [sinLat, cosLat, sinLng, cosLng] = sinesOf(place)
  const [x, y, z] = toEcef(place)
  return [
    x - east * sinLng - north * sinLat * cosLng + up * cosLat * cosLng,
    y + east * cosLng - north * sinLat * sinLng + up * cosLat * sinLng,
    z + north * cosLat + up * sinLat,
  ]
}

function sinesOf({ lat, lng }: Position): [number, number, number, number] {
  const phi = (lat * Math.PI) / 180
  const lambda = (lng * Math.PI) / 180
  return [Math.sin(phi), Math.cos(phi), Math.sin(lambda), Math.cos(lambda)]
}
