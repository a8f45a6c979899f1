// Distributes the deviations of baselines to stations. Baselines only say how stations moved against each other: the
// median of all stations is taken as unmoved, so that the deviation of one station is attributed to it alone.
import type { Vector } from '@vertice/gnss'

export interface MeasuredBaseline {
  readonly a: number
  readonly b: number
  /** Metres by which b is away from its coordinates if those of a are right; Earth-centred axes. */
  readonly deviation: Vector
  /** Expected error in metres. */
  readonly sigma: number
}

export interface AdjustedStation {
  readonly deviation: Vector
  readonly sigma: number
  /** Baselines of the station that agree with its deviation. */
  readonly baselines: number
  /** False with a single neighbour: either of the two stations can have moved. */
  readonly isAttributed: boolean
}

const ROUNDS = 12
/** A baseline further from the others than this many times its expected error counts less; it may be solved wrongly. */
const TRUSTED = 2
const AGREES = 4
/** Baselines agree if they differ by less than this, however small their expected errors are: metres. */
const AGREES_M = 0.01
const AXES = ['x', 'y', 'z'] as const

export function adjust(baselines: readonly MeasuredBaseline[]): Map<number, AdjustedStation> {
  const result = new Map<number, AdjustedStation>()
  for (const part of connectedParts(baselines)) for (const [id, station] of adjustPart(part)) result.set(id, station)
  return result
}

/** Metres by which a baseline differs from the deviations of its two stations. */
export const residualOf = (
  { a, b, deviation }: MeasuredBaseline,
  stations: ReadonlyMap<number, AdjustedStation>,
): number => {
  const [one, other] = [stations.get(a)!.deviation, stations.get(b)!.deviation]
  return Math.hypot(deviation.x - other.x + one.x, deviation.y - other.y + one.y, deviation.z - other.z + one.z)
}

export const isAgreed = ({ sigma }: MeasuredBaseline, residualM: number): boolean =>
  residualM < Math.max(AGREES * sigma, AGREES_M)

function connectedParts(baselines: readonly MeasuredBaseline[]): MeasuredBaseline[][] {
  const parts: { ids: Set<number>; own: MeasuredBaseline[] }[] = []
  for (const one of baselines) {
    const touched = parts.filter(({ ids }) => ids.has(one.a) || ids.has(one.b))
    const merged = { ids: new Set([one.a, one.b]), own: [one] }
    for (const part of touched) {
      for (const id of part.ids) merged.ids.add(id)
      merged.own.push(...part.own)
      parts.splice(parts.indexOf(part), 1)
    }
    parts.push(merged)
  }
  return parts.map(({ own }) => own)
}

function adjustPart(baselines: readonly MeasuredBaseline[]): [number, AdjustedStation][] {
  const ids = [...new Set(baselines.flatMap(({ a, b }) => [a, b]))].toSorted((one, other) => one - other)
  const index = new Map(ids.map((id, i) => [id, i]))
  const weights = baselines.map(({ sigma }) => 1 / sigma ** 2)
  let solved = solve(ids.length, baselines, index, weights)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, one] of baselines.entries()) {
      const off = residual(one, solved.positions, index) / one.sigma
      weights[i] = (off > TRUSTED ? (TRUSTED / off) ** 2 : 1) / one.sigma ** 2
    }
    solved = solve(ids.length, baselines, index, weights)
  }
  const isPair = ids.length === 2
  const datum = AXES.map((axis) => median(solved.positions.map((position) => position[axis])))
  return ids.map((id, i) => {
    const own = baselines.filter(({ a, b }) => a === id || b === id)
    const agreeing = own.filter((one) => isAgreed(one, residual(one, solved.positions, index)))
    const formal = Math.sqrt(1 / own.reduce((sum, { sigma }) => sum + 1 / sigma ** 2, 0))
    // Neighbours that do not agree make the position less certain; one that is far off counts once.
    const residuals = own.map((one) => Math.min(AGREES, residual(one, solved.positions, index) / one.sigma))
    const disagreement = Math.sqrt(residuals.reduce((sum, one) => sum + one ** 2, 0) / residuals.length)
    const { x, y, z } = solved.positions[i]!
    const other = solved.positions[1 - i]
    // If there are only two stations, each is shown against the other.
    const [dx, dy, dz] = isPair ? [other!.x, other!.y, other!.z] : datum
    return [
      id,
      {
        deviation: { x: x - dx!, y: y - dy!, z: z - dz! },
        sigma: formal * Math.max(1, disagreement),
        baselines: agreeing.length,
        isAttributed: !isPair && own.length > 1,
      },
    ]
  })
}

function residual({ a, b, deviation }: MeasuredBaseline, at: readonly Vector[], index: ReadonlyMap<number, number>) {
  const [one, other] = [at[index.get(a)!]!, at[index.get(b)!]!]
  return Math.hypot(deviation.x - other.x + one.x, deviation.y - other.y + one.y, deviation.z - other.z + one.z)
}

/** Steps of the conjugate gradients per station, and the residual at which they end, relative to the first. */
const MOST_STEPS = 4
const PRECISION = 1e-10

/**
 * Weighted least squares with the first station at zero. Conjugate gradients: the matrix has only a few values per row,
 * and elimination would take seconds for 1,000 stations.
 */
function solve(
  count: number,
  baselines: readonly MeasuredBaseline[],
  index: ReadonlyMap<number, number>,
  weights: readonly number[],
): { positions: Vector[] } {
  const graph = {
    ones: Int32Array.from(baselines, ({ a }) => index.get(a)!),
    others: Int32Array.from(baselines, ({ b }) => index.get(b)!),
    weights: Float64Array.from(weights),
  }
  const [x, y, z] = AXES.map((axis) =>
    conjugateGradients(count, graph, (i) => weights[i]! * baselines[i]!.deviation[axis]),
  )
  return { positions: Array.from({ length: count }, (_, i) => ({ x: x![i]!, y: y![i]!, z: z![i]! })) }
}

interface Graph {
  readonly ones: Int32Array
  readonly others: Int32Array
  readonly weights: Float64Array
}

function conjugateGradients(n: number, graph: Graph, weighted: (baseline: number) => number): Float64Array {
  const x = new Float64Array(n)
  const residual = new Float64Array(n)
  const diagonal = new Float64Array(n)
  for (let i = 0; i < graph.weights.length; i++) {
    const [one, other, weight, value] = [graph.ones[i]!, graph.others[i]!, graph.weights[i]!, weighted(i)]
    residual[one]! -= value
    residual[other]! += value
    diagonal[one]! += weight
    diagonal[other]! += weight
  }
  residual[0] = 0
  const direction = new Float64Array(n)
  const product = new Float64Array(n)
  let size = 0
  let enough = 0
  for (let step = 0; step < MOST_STEPS * n; step++) {
    let next = 0
    for (let i = 0; i < n; i++) next += residual[i]! ** 2 / diagonal[i]!
    if (step === 0) enough = PRECISION ** 2 * next
    if (next <= enough) break
    const share = step === 0 ? 0 : next / size
    for (let i = 0; i < n; i++) direction[i] = residual[i]! / diagonal[i]! + share * direction[i]!
    size = next
    multiply(graph, direction, product)
    let length = 0
    for (let i = 0; i < n; i++) length += direction[i]! * product[i]!
    length = size / length
    for (let i = 0; i < n; i++) {
      x[i]! += length * direction[i]!
      residual[i]! -= length * product[i]!
    }
  }
  return x
}

function multiply({ ones, others, weights }: Graph, x: Float64Array, product: Float64Array): void {
  product.fill(0)
  for (let i = 0; i < weights.length; i++) {
    const flow = weights[i]! * (x[others[i]!]! - x[ones[i]!]!)
    product[ones[i]!]! -= flow
    product[others[i]!]! += flow
  }
  product[0] = 0
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
