// Chooses the base of a rover on the network mountpoint when no VRS engine serves the rover: the nearest online base in
// range, with hysteresis. A base out of range is never chosen.
import { distanceKm, type Position, unitVector } from '../geometry/geodesy.ts'
import { SphereTree, surelyBeyond } from '../geometry/sphere-tree.ts'

/** A base is clearly nearer if it is nearer by at least this share of the distance, and by the network's own limit. */
const NEARER_SHARE = 0.05

export interface Base extends Position {
  readonly id: number
  readonly radiusKm: number
  /** True if data flows, or stopped so recently that rovers should wait. */
  readonly alive: boolean
  readonly flows: boolean
  /** True if data has flowed long enough for rovers of other bases to switch to this one. */
  readonly stable: boolean
  /** Another node holds the station, and its stream does not arrive here. */
  readonly cutOff?: boolean
}

export type Following =
  | {
      readonly base: Base
      /** A clearly nearer base, which the rover gets when it has been clearly nearer for long enough. */
      readonly nearer: Base | null
    }
  | { readonly base: null; readonly why: 'base_down' | 'bus_away' | 'outside_coverage' }

/** Spatial index of bases. Rebuild it when a base connects, stalls, disconnects or becomes stable. */
export class Bases {
  readonly #bases: readonly Base[]
  readonly #tree: SphereTree
  readonly #furthest: number

  constructor(bases: readonly Base[]) {
    this.#bases = bases
    this.#tree = new SphereTree(bases.map((base) => unitVector(base)))
    this.#furthest = bases.reduce((most, { radiusKm }) => Math.max(most, surelyBeyond(radiusKm)), 0)
  }

  /** `nearerKm`: by how much another base must be nearer than the current one. */
  follow(position: Position, currentId: number | null, nearerKm: number): Following {
    const current = this.#bases.find(({ id }) => id === currentId)
    const usable = current?.alive && distanceKm(position, current) <= current.radiusKm ? current : null
    const best = this.#nearest(position, ({ stable }) => stable)
    if (usable) {
      const isNearer = best !== null && isClearlyNearer(position, best, usable, nearerKm)
      return { base: usable, nearer: isNearer ? best : null }
    }
    // A rover without a base gets one with flowing data; only if there is none, a base that may be back in a moment.
    const base = best ?? this.#nearest(position, ({ flows }) => flows) ?? this.#nearest(position, ({ alive }) => alive)
    if (base) return { base, nearer: null }
    if (this.#nearest(position, ({ cutOff }) => cutOff ?? false)) return { base: null, why: 'bus_away' }
    return { base: null, why: this.reaches(position) ? 'base_down' : 'outside_coverage' }
  }

  /** True if the position is in range of any base, online or not. */
  reaches(position: Position): boolean {
    return this.#nearest(position, () => true) !== null
  }

  /** Nearest wanted base whose radius covers the position. */
  #nearest(position: Position, wanted: (base: Base) => boolean): Base | null {
    const reaches = (index: number) => {
      const base = this.#bases[index]!
      return wanted(base) && distanceKm(position, base) <= base.radiusKm
    }
    const found = this.#tree.nearest(unitVector(position), 1, this.#furthest, reaches)
    const byDistance = found.map(({ index }) => this.#bases[index]!)
    return byDistance.sort((a, b) => distanceKm(position, a) - distanceKm(position, b))[0] ?? null
  }
}

function isClearlyNearer(position: Position, candidate: Base, current: Base, nearerKm: number): boolean {
  const now = distanceKm(position, current)
  return distanceKm(position, candidate) < now - Math.max(nearerKm, NEARER_SHARE * now)
}
