// Geometry of points, rings and lines, in degrees, longitude first.

export type Point = readonly [lng: number, lat: number]
export type Line = readonly Point[]

const KM_A_DEGREE = 111.195
const shrunk = (lat: number) => Math.cos((lat * Math.PI) / 180)

/** Area on the ground: a degree of longitude is shorter near the poles. */
export function triangleKm2([a, b, c]: readonly [Point, Point, Point]): number {
  const twice = Math.abs((a[0] - c[0]) * (b[1] - a[1]) - (a[0] - b[0]) * (c[1] - a[1]))
  return (twice / 2) * KM_A_DEGREE ** 2 * shrunk(b[1])
}

export function areaKm2(ring: Line): number {
  const sum = ring.reduce((twice, [lng, lat], index) => {
    const [nextLng, nextLat] = ring[(index + 1) % ring.length]!
    return twice + (lng * nextLat - nextLng * lat)
  }, 0)
  return (Math.abs(sum) / 2) * KM_A_DEGREE ** 2 * shrunk(ring[Math.floor(ring.length / 2)]![1])
}

export function lengthKm(line: Line): number {
  return line.slice(1).reduce((sum, [lng, lat], index) => {
    const [fromLng, fromLat] = line[index]!
    return sum + Math.hypot((lng - fromLng) * shrunk(lat), lat - fromLat) * KM_A_DEGREE
  }, 0)
}

export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export const isWithin = ([lng, lat]: Point, { west, south, east, north }: Box) =>
  lng >= west && lng <= east && lat >= south && lat <= north

export function boxOf(line: Line): Box {
  const [lngs, lats] = [line.map(([lng]) => lng), line.map(([, lat]) => lat)]
  return { west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) }
}
