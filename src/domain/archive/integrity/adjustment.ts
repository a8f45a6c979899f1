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
    const agreeing = own.filter(
      (one) => residual(one, solved.positions, index) < Math.max(AGREES * one.sigma, AGREES_M),
    )
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

/** Weighted least squares with the first station at zero. The axes share the normal matrix. */
function solve(
  count: number,
  baselines: readonly MeasuredBaseline[],
  index: ReadonlyMap<number, number>,
  weights: readonly number[],
): { positions: Vector[] } {
  const n = count - 1
  const rows = Array.from({ length: n }, () => new Float64Array(n + 3))
  for (const [i, { a, b, deviation }] of baselines.entries()) {
    const [one, other] = [index.get(a)! - 1, index.get(b)! - 1]
    const weight = weights[i]!
    const values = AXES.map((axis) => weight * deviation[axis])
    for (const [row, sign] of [
      [one, -1],
      [other, 1],
    ] as const) {
      if (row < 0) continue
      rows[row]![row]! += weight
      for (const [axis, value] of values.entries()) rows[row]![n + axis]! += sign * value
    }
    if (one >= 0 && other >= 0) {
      rows[one]![other]! -= weight
      rows[other]![one]! -= weight
    }
  }
  // The matrix is positive definite: the stations are connected to the first.
  for (let pivot = 0; pivot < n; pivot++)
    for (let row = 0; row < n; row++) {
      const factor = row === pivot ? 0 : rows[row]![pivot]! / rows[pivot]![pivot]!
      if (factor !== 0) for (let at = pivot; at < n + 3; at++) rows[row]![at]! -= factor * rows[pivot]![at]!
    }
  const positions = rows.map((row, i) => ({ x: row[n]! / row[i]!, y: row[n + 1]! / row[i]!, z: row[n + 2]! / row[i]! }))
  return { positions: [{ x: 0, y: 0, z: 0 }, ...positions] }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
