// Nearest points on a sphere: a k-d tree over unit vectors, so that neither poles nor the date line are special.
// (kdbush with geokdbush took 8 to 11 µs for a look-up among 10,000 points, this takes about 1.)
import type { Vector } from './geodesy.ts'

export interface Neighbour {
  readonly index: number
  /** The straight line through the unit sphere, squared: orders like the distance. */
  readonly chordSquared: number
}

type Accept = (index: number, chordSquared: number) => boolean

/** Chords (squared) that differ by less than this may stand for distances in the other order: twice the margin, squared. */
const CLOSE_CALL = 1.03

/** Small enough to be looked through in a row, which is quicker than to go on dividing. */
const LEAF = 8

export class SphereTree {
  /** The points in the order of the tree: their indexes, and their coordinates side by side. */
  readonly #order: Int32Array
  readonly #coordinates: Float64Array

  constructor(points: readonly Vector[]) {
    this.#order = Int32Array.from(points.keys())
    divide(this.#order, points, 0)
    this.#coordinates = Float64Array.from([...this.#order].flatMap((index) => points[index]!))
  }

  /**
   * The nearest `count` points that `accept` takes, nearest first, none further than `maxChordSquared`; and those behind
   * them that might come before the last on the ellipsoid.
   */
  nearest(target: Vector, count: number, maxChordSquared: number, accept: Accept | null = null): Neighbour[] {
    const found: Neighbour[] = []
    this.#visit(0, this.#order.length, 0, target, count, maxChordSquared, accept, found)
    return found
  }

  /** Returns how far a point may still lie to be among the nearest. */
  #visit(
    from: number,
    to: number,
    axis: number,
    target: Vector,
    count: number,
    limit: number,
    accept: Accept | null,
    found: Neighbour[],
  ): number {
    if (to - from <= LEAF) {
      for (let place = from; place < to; place++) limit = this.#consider(place, target, count, limit, accept, found)
      return limit
    }
    const middle = (from + to) >> 1
    const next = axis === 2 ? 0 : axis + 1
    const difference = target[axis]! - this.#coordinates[3 * middle + axis]!
    const here = difference < 0
    limit = here
      ? this.#visit(from, middle, next, target, count, limit, accept, found)
      : this.#visit(middle + 1, to, next, target, count, limit, accept, found)
    if (difference * difference > limit) return limit
    limit = this.#consider(middle, target, count, limit, accept, found)
    return here
      ? this.#visit(middle + 1, to, next, target, count, limit, accept, found)
      : this.#visit(from, middle, next, target, count, limit, accept, found)
  }

  #consider(
    place: number,
    target: Vector,
    count: number,
    limit: number,
    accept: Accept | null,
    found: Neighbour[],
  ): number {
    const x = this.#coordinates[3 * place]! - target[0]
    const y = this.#coordinates[3 * place + 1]! - target[1]
    const z = this.#coordinates[3 * place + 2]! - target[2]
    const chordSquared = x * x + y * y + z * z
    const index = this.#order[place]!
    if (chordSquared > limit || (accept && !accept(index, chordSquared))) return limit
    let position = found.length
    while (position > 0 && found[position - 1]!.chordSquared > chordSquared) position--
    found.splice(position, 0, { index, chordSquared })
    if (found.length < count) return limit
    const reach = found[count - 1]!.chordSquared * CLOSE_CALL
    while (found.at(-1)!.chordSquared > reach) found.pop()
    return Math.min(limit, reach)
  }
}

/** Sorts so that each half's middle divides it along the next axis. */
function divide(order: Int32Array, points: readonly Vector[], axis: number): void {
  if (order.length <= LEAF) return
  order.sort((a, b) => points[a]![axis]! - points[b]![axis]!)
  const middle = order.length >> 1
  divide(order.subarray(0, middle), points, (axis + 1) % 3)
  divide(order.subarray(middle + 1), points, (axis + 1) % 3)
}

const EARTH_RADIUS_KM = 6371
/** The ellipsoid's distances differ from this sphere's by up to 0.6 %; a margin of 1 % loses no candidate. */
const MARGIN = 1.01

/** The chord (squared) beyond which no point within `km` on the ellipsoid can lie. */
export const surelyBeyond = (km: number): number => chordSquaredOf(km * MARGIN)

/** The chord (squared) up to which every point lies within `km` on the ellipsoid. */
export const surelyWithin = (km: number): number => chordSquaredOf(km / MARGIN)

function chordSquaredOf(km: number): number {
  const chord = 2 * Math.sin(Math.min(km / (2 * EARTH_RADIUS_KM), Math.PI / 2))
  return chord * chord
}
