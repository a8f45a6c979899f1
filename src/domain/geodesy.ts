// Distances on the ellipsoid (WGS 84, which differs from GRS 80 by less than a millimetre here) and unit vectors.
import geodesic from 'geographiclib-geodesic'

const { Geodesic } = geodesic

export interface Position {
  readonly lat: number
  readonly lng: number
}

export function distanceKm(a: Position, b: Position): number {
  return (Geodesic.WGS84.Inverse(a.lat, a.lng, b.lat, b.lng, Geodesic.DISTANCE).s12 ?? 0) / 1000
}

export type Vector = readonly [number, number, number]

export function unitVector({ lat, lng }: Position): Vector {
  const phi = (lat * Math.PI) / 180
  const lambda = (lng * Math.PI) / 180
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** Positive when c lies to the left of the great circle from a to b, seen from outside. */
export function orientation(a: Vector, b: Vector, c: Vector): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
}
