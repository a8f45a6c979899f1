// Spherical Delaunay triangulation of the stations: finds the three that surround a point.
//
// Stereographic projection preserves circles, so the Delaunay triangles of the plane are those of the sphere. Whether a
// triangle contains a point is decided on the sphere, by the side of each great circle the point is on.
import Delaunator from 'delaunator'
import { orientation, type Vector } from './geodesy.ts'

/** A point on an edge counts as inside: 1e-15 of the sphere is some nanometres. */
const ON_EDGE = 1e-15
/** Points closer than this (some micrometres, two receivers at one site) would form triangles decided by rounding. */
const ONE_SITE = 1e-12

export interface Triangle {
  readonly id: number
  readonly a: number
  readonly b: number
  readonly c: number
}

export class Triangulation {
  readonly #points: readonly Vector[]
  readonly #triangles: Uint32Array
  readonly #halfedges: Int32Array
  /** For each point, one half-edge that starts there. */
  readonly #outgoing: Int32Array
  readonly #sign: number

  constructor(points: readonly Vector[]) {
    this.#points = points
    const siteOf = firstAtEachSite(points)
    const sites = [...new Set(siteOf)]
    const { triangles, halfedges } = new Delaunator(project(sites.map((index) => points[index]!)))
    this.#triangles = triangles.map((site) => sites[site]!)
    this.#halfedges = halfedges
    const outgoing = new Int32Array(points.length).fill(-1)
    this.#triangles.forEach((point, edge) => {
      outgoing[point] = edge
    })
    this.#outgoing = Int32Array.from(siteOf, (site) => outgoing[site]!)
    this.#sign = triangles.length > 0 ? Math.sign(this.#side(0, points[this.#triangles[2]!]!)) : 1
  }

  get triangles(): Triangle[] {
    return Array.from({ length: this.#triangles.length / 3 }, (_, id) => this.#triangle(id))
  }

  /** Returns the triangle around `target`, or `null` outside the hull. The search walks from the point `near`. */
  triangleAround(target: Vector, near: number): Triangle | null {
    if (this.#triangles.length === 0) return null
    let triangle = Math.floor(Math.max(0, this.#outgoing[near]!) / 3)
    // A walk in a Delaunay triangulation terminates; the bound guards against rounding errors.
    for (let step = 0; step < this.#triangles.length; step++) {
      const first = triangle * 3
      let exit = first
      while (exit < first + 3 && this.#sign * this.#side(exit, target) >= -ON_EDGE) exit++
      if (exit === first + 3) return this.#triangle(triangle)
      const across = this.#halfedges[exit]!
      if (across === -1) return null
      triangle = Math.floor(across / 3)
    }
    return null
  }

  /** Pairs of points that share an edge, each once. */
  edges(): [one: number, other: number][] {
    const found: [number, number][] = []
    for (const [edge, twin] of this.#halfedges.entries()) {
      if (twin !== -1 && twin < edge) continue
      const next = edge % 3 === 2 ? edge - 2 : edge + 1
      found.push([this.#triangles[edge]!, this.#triangles[next]!])
    }
    return found
  }

  #triangle(id: number): Triangle {
    const [a, b, c] = this.#triangles.subarray(3 * id, 3 * id + 3) as unknown as [number, number, number]
    return { id, a, b, c }
  }

  #side(edge: number, target: Vector): number {
    const next = edge % 3 === 2 ? edge - 2 : edge + 1
    return orientation(this.#points[this.#triangles[edge]!]!, this.#points[this.#triangles[next]!]!, target)
  }
}

/** Maps each point to the first one at its site. Only that one is triangulated; walks of the others start there too. */
function firstAtEachSite(points: readonly Vector[]): number[] {
  const first = new Map<string, number>()
  return points.map((point, index) => {
    const site = point.map((part) => Math.round(part / ONE_SITE)).join()
    if (!first.has(site)) first.set(site, index)
    return first.get(site)!
  })
}

/** Projects from the antipode of the stations' centre, so that no station is near infinity. */
function project(points: readonly Vector[]): Float64Array {
  const centre = normalise(points.reduce<Vector>((sum, p) => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0]))
  const aside: Vector = Math.abs(centre[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]
  const east = normalise(cross(aside, centre))
  const north = cross(centre, east)
  const plane = new Float64Array(points.length * 2)
  points.forEach((point, index) => {
    const depth = Math.max(1 + dot(point, centre), 1e-9)
    plane[2 * index] = dot(point, east) / depth
    plane[2 * index + 1] = dot(point, north) / depth
  })
  return plane
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
function normalise(v: Vector): Vector {
  const length = Math.hypot(...v)
  return length < 1e-12 ? [1, 0, 0] : [v[0] / length, v[1] / length, v[2] / length]
}
