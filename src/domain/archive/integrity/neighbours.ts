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
  for (const station of stations) for (const near of nearestOf(station, stations)) add(station, near)
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

const nearestOf = (station: Placed, stations: readonly Placed[]): Placed[] =>
  stations
    .filter(({ id }) => id !== station.id)
    .toSorted((one, other) => distanceKm(station, one) - distanceKm(station, other))
    .slice(0, NEAREST)
