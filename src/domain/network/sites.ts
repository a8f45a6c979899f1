// Station positions of a mountpoint choice, and cached lookups for one position.
import { distanceKm, type Position, unitVector, type Vector } from '../geometry/geodesy.ts'
import { SphereTree, surelyBeyond, surelyWithin } from '../geometry/sphere-tree.ts'
import { Triangulation } from '../geometry/triangulation.ts'
import type { Station, StationStatus } from '../stations/station.ts'

export interface Candidate {
  readonly station: Station
  readonly status: StationStatus
  /** True if the station may be a corner of the network's triangles. */
  readonly spansNetwork: boolean
}

export interface CandidateStation extends Omit<Candidate, 'spansNetwork'> {
  readonly distanceKm: number
}

/** Positions and radii of stations; indexes are built on first use. */
export class Sites {
  readonly #stations: readonly Station[]
  readonly #points: readonly Vector[]
  #tree: SphereTree | null = null
  #triangulation: Triangulation | null = null
  /** Squared chords within which a station surely covers a point, and beyond which it surely does not. */
  readonly within: Float64Array
  readonly beyond: Float64Array
  readonly furthest: number
  readonly longestSideKm = new Map<number, number>()

  constructor(stations: readonly Station[]) {
    this.#stations = stations
    this.#points = stations.map((station) => unitVector(station))
    this.within = Float64Array.from(stations, ({ radiusKm }) => surelyWithin(radiusKm))
    this.beyond = Float64Array.from(stations, ({ radiusKm }) => surelyBeyond(radiusKm))
    this.furthest = this.beyond.reduce((most, reach) => Math.max(most, reach), 0)
  }

  get hasTree(): boolean {
    return this.#tree !== null
  }

  get isTriangulated(): boolean {
    return this.#triangulation !== null
  }

  get tree(): SphereTree {
    this.#tree ??= new SphereTree(this.#points)
    return this.#tree
  }

  get triangulation(): Triangulation {
    this.#triangulation ??= new Triangulation(this.#points)
    return this.#triangulation
  }

  areThoseOf(stations: readonly Station[]): boolean {
    if (stations.length !== this.#stations.length) return false
    return stations.every(({ lat, lng, radiusKm }, index) => {
      const known = this.#stations[index]!
      return lat === known.lat && lng === known.lng && radiusKm === known.radiusKm
    })
  }
}

/** Lookups for one position. A geodesic costs more than the search, so each distance is computed once. */
export class Question {
  readonly target: Vector
  /** Nearest station on the sphere, from the first search. */
  closest = 0
  readonly #position: Position
  readonly #candidates: readonly Candidate[]
  readonly #measured = new Map<number, CandidateStation>()

  constructor(position: Position, candidates: readonly Candidate[]) {
    this.#position = position
    this.#candidates = candidates
    this.target = unitVector(position)
  }

  /** Up to `count` stations, nearest first by ellipsoid distance. */
  nearest(
    tree: SphereTree,
    count: number,
    maxChordSquared = Number.POSITIVE_INFINITY,
    accept?: (index: number, chordSquared: number) => boolean,
  ): CandidateStation[] {
    const found = tree.nearest(this.target, count, maxChordSquared, accept)
    if (found[0] && !accept) this.closest = found[0].index
    return this.measure(found.map(({ index }) => index)).slice(0, count)
  }

  isReachedBy(index: number): boolean {
    return this.#measure(index).distanceKm <= this.#candidates[index]!.station.radiusKm
  }

  measure(indexes: readonly number[]): CandidateStation[] {
    return indexes.map((index) => this.#measure(index)).sort((a, b) => a.distanceKm - b.distanceKm)
  }

  #measure(index: number): CandidateStation {
    const known = this.#measured.get(index)
    if (known) return known
    const { station, status } = this.#candidates[index]!
    const measured = { station, status, distanceKm: distanceKm(this.#position, station) }
    this.#measured.set(index, measured)
    return measured
  }
}
