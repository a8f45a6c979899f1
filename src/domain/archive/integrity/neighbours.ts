// Which stations are checked against which: neighbours in the Delaunay triangulation, and the nearest ones.
import { distanceKm, type Position, unitVector } from '../../geometry/geodesy.ts'
import { Triangulation } from '../../geometry/triangulation.ts'

/** Atmosphere and orbits limit the accuracy beyond. */
export const MOST_KM = 100
/** Two neighbours are needed to tell which of two stations has moved. */
const NEAREST = 2

export interface Pair {
  readonly a: number
  readonly b: number
  readonly km: number
}

export interface Placed extends Position {
  readonly id: number
}

/** Ordered by id; `a` is the smaller one. */
export function neighbourPairs(stations: readonly Placed[]): Pair[] {
  const pairs = new Map<string, Pair>()
  const add = (one: Placed, other: Placed) => {
    const km = distanceKm(one, other)
    if (km > MOST_KM || one.id === other.id) return
    const [a, b] = one.id < other.id ? [one.id, other.id] : [other.id, one.id]
    pairs.set(`${a} ${b}`, { a, b, km })
  }
  if (stations.length > 2)
    for (const [one, other] of new Triangulation(stations.map(unitVector)).edges())
      add(stations[one]!, stations[other]!)
  for (const [one, near] of nearestOf(stations)) add(stations[one]!, stations[near]!)
  return [...pairs.values()].toSorted((one, other) => one.a - other.a || one.b - other.b)
}

export interface Neighbour {
  readonly id: number
  readonly km: number
}

/** More neighbours than this take longer and add little. */
const MOST_NEIGHBOURS = 4

/** The stations that one station is checked against, the nearest first. */
export function neighboursOf(station: Placed, all: readonly Placed[]): Neighbour[] {
  return neighbourPairs(all)
    .flatMap(({ a, b, km }) => (a === station.id ? [{ id: b, km }] : b === station.id ? [{ id: a, km }] : []))
    .toSorted((one, other) => one.km - other.km)
    .slice(0, MOST_NEIGHBOURS)
}

/** The two nearest stations of each, as indices. Compares chords, because distances on the ellipsoid are slow. */
function nearestOf(stations: readonly Placed[]): [one: number, near: number][] {
  const vectors = stations.map(unitVector)
  return vectors.flatMap((from, one) => {
    const near: { index: number; chord: number }[] = []
    for (const [index, to] of vectors.entries()) {
      if (index === one) continue
      const chord = (from[0] - to[0]) ** 2 + (from[1] - to[1]) ** 2 + (from[2] - to[2]) ** 2
      if (near.length === NEAREST && chord >= near.at(-1)!.chord) continue
      near.push({ index, chord })
      near.sort((a, b) => a.chord - b.chord)
      near.length = Math.min(near.length, NEAREST)
    }
    return near.map(({ index }): [number, number] => [one, index])
  })
}
