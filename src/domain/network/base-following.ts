// Which base a rover on the network mountpoint gets while no VRS engine serves it: the nearest that is alive and reaches it,
// without jumping to and fro, and never a far one in silence.
import { distanceKm, type Position, unitVector } from '../geometry/geodesy.ts'
import { SphereTree, surelyBeyond } from '../geometry/sphere-tree.ts'

/** Another base must be nearer by this much, whichever is more, before a rover changes to it. */
const NEARER_KM = 0.5
const NEARER_SHARE = 0.05

export interface Base extends Position {
  readonly id: number
  readonly radiusKm: number
  /** It flows, or broke off so short a time ago that its rovers wait for it. */
  readonly alive: boolean
  readonly flows: boolean
  /** It has flowed for so long that others may change to it. */
  readonly stable: boolean
  /** Another node has it, and its stream does not come from there. */
  readonly cutOff?: boolean
}

export type Following =
  | { readonly base: Base }
  | { readonly base: null; readonly why: 'base_down' | 'bus_away' | 'outside_coverage' }

/** Indexed for look-ups; build it anew when a base comes, breaks off, goes or becomes stable. */
export class Bases {
  readonly #bases: readonly Base[]
  readonly #tree: SphereTree
  readonly #furthest: number

  constructor(bases: readonly Base[]) {
    this.#bases = bases
    this.#tree = new SphereTree(bases.map((base) => unitVector(base)))
    this.#furthest = bases.reduce((most, { radiusKm }) => Math.max(most, surelyBeyond(radiusKm)), 0)
  }

  follow(position: Position, currentId: number | null): Following {
    const current = this.#bases.find(({ id }) => id === currentId)
    const usable = current?.alive && distanceKm(position, current) <= current.radiusKm ? current : null
    const best = this.#nearest(position, ({ stable }) => stable)
    if (usable) return { base: best && isClearlyNearer(position, best, usable) ? best : usable }
    // Who has none yet gets one that flows; only where there is none, one that may be back in a moment.
    const base = best ?? this.#nearest(position, ({ flows }) => flows) ?? this.#nearest(position, ({ alive }) => alive)
    if (base) return { base }
    if (this.#nearest(position, ({ cutOff }) => cutOff ?? false)) return { base: null, why: 'bus_away' }
    return { base: null, why: this.reaches(position) ? 'base_down' : 'outside_coverage' }
  }

  /** Some base reaches the position, whether it lives or not. */
  reaches(position: Position): boolean {
    return this.#nearest(position, () => true) !== null
  }

  /** The nearest that is wanted and whose own radius reaches the position. */
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

function isClearlyNearer(position: Position, candidate: Base, current: Base): boolean {
  const now = distanceKm(position, current)
  return distanceKm(position, candidate) < now - Math.max(NEARER_KM, NEARER_SHARE * now)
}
