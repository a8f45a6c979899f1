// Positions on the ellipsoid (WGS 84) and in local directions.
import type { Vector } from './vector.ts'

export interface Geodetic {
  /** Degrees. */
  readonly lat: number
  readonly lng: number
  /** Metres above the ellipsoid. */
  readonly height: number
}

/** Metres. */
export interface Local {
  readonly east: number
  readonly north: number
  readonly up: number
}

const EQUATOR_M = 6_378_137
const FLATTENING = 1 / 298.257_223_563
const E2 = FLATTENING * (2 - FLATTENING)
const RADIAN = 180 / Math.PI

export function ecefOf({ lat, lng, height }: Geodetic): Vector {
  const [phi, lambda] = [lat / RADIAN, lng / RADIAN]
  const cross = EQUATOR_M / Math.sqrt(1 - E2 * Math.sin(phi) ** 2)
  return {
    x: (cross + height) * Math.cos(phi) * Math.cos(lambda),
    y: (cross + height) * Math.cos(phi) * Math.sin(lambda),
    z: (cross * (1 - E2) + height) * Math.sin(phi),
  }
}

export function geodeticOf({ x, y, z }: Vector): Geodetic {
  const across = Math.hypot(x, y)
  let phi = Math.atan2(z, across * (1 - E2))
  // Near the ground this converges to less than a micrometre in four rounds.
  for (let round = 0; round < 6; round++) {
    const cross = EQUATOR_M / Math.sqrt(1 - E2 * Math.sin(phi) ** 2)
    phi = Math.atan2(z + E2 * cross * Math.sin(phi), across)
  }
  const cross = EQUATOR_M / Math.sqrt(1 - E2 * Math.sin(phi) ** 2)
  const height = across * Math.cos(phi) + z * Math.sin(phi) - EQUATOR_M ** 2 / cross
  return { lat: phi * RADIAN, lng: Math.atan2(y, x) * RADIAN, height }
}

/** A difference of two positions in the directions of the place `at`. */
export function localOf(difference: Vector, at: Geodetic): Local {
  const [phi, lambda] = [at.lat / RADIAN, at.lng / RADIAN]
  const [sinPhi, cosPhi, sinLambda, cosLambda] = [Math.sin(phi), Math.cos(phi), Math.sin(lambda), Math.cos(lambda)]
  const { x, y, z } = difference
  return {
    east: -sinLambda * x + cosLambda * y,
    north: -sinPhi * cosLambda * x - sinPhi * sinLambda * y + cosPhi * z,
    up: cosPhi * cosLambda * x + cosPhi * sinLambda * y + sinPhi * z,
  }
}

/** The inverse of `localOf`. */
export function fromLocal({ east, north, up }: Local, at: Pick<Geodetic, 'lat' | 'lng'>): Vector {
  const [phi, lambda] = [at.lat / RADIAN, at.lng / RADIAN]
  const [sinPhi, cosPhi, sinLambda, cosLambda] = [Math.sin(phi), Math.cos(phi), Math.sin(lambda), Math.cos(lambda)]
  return {
    x: -sinLambda * east - sinPhi * cosLambda * north + cosPhi * cosLambda * up,
    y: cosLambda * east - sinPhi * sinLambda * north + cosPhi * sinLambda * up,
    z: cosPhi * north + sinPhi * up,
  }
}

export interface Direction {
  /** Degrees, clockwise from north, 0 to 360. */
  readonly azimuth: number
  /** Degrees above the horizon. */
  readonly elevation: number
}

/** The direction of a satellite in the sky of a receiver. */
export function directionOf(satellite: Vector, receiver: Vector): Direction {
  const difference = { x: satellite.x - receiver.x, y: satellite.y - receiver.y, z: satellite.z - receiver.z }
  const { east, north, up } = localOf(difference, geodeticOf(receiver))
  const azimuth = Math.atan2(east, north) * RADIAN
  return { azimuth: azimuth < 0 ? azimuth + 360 : azimuth, elevation: Math.atan2(up, Math.hypot(east, north)) * RADIAN }
}
