// Velocity and steps of a station from its coordinates of the last 60 days: a line, and steps as long as each of them
// explains much more than noise would.
import { DAY_MS } from '../../time/units.ts'
import { median } from './adjustment.ts'
import type { StationCoordinate } from './coordinate.ts'

export const TREND_DAYS = 60
const LEAST_DAYS = 10
const DAYS_A_YEAR = 365.25
/** Days on either side of a step. */
const LEAST_SIDE = 4
const MOST_STEPS = 3
/** A step must reduce the squares of the residuals by the square of this many times the scatter. */
const SIGMAS = 5
/** The scatter of daily coordinates is never taken as smaller: millimetres. */
const LEAST_SCATTER_MM = 1
const MAD_TO_SIGMA = 1.4826

const AXES = ['eastMm', 'northMm', 'upMm'] as const
type Axis = (typeof AXES)[number]
export type Millimetres = Readonly<Record<Axis, number>>
type Day = Pick<StationCoordinate, 'day' | Axis>

export interface Step extends Millimetres {
  /** First day after the step. */
  readonly day: string
}

export interface Trend {
  /** Millimetres per year, without the steps. */
  readonly velocity: Millimetres
  /** Its expected errors, if the errors of the days are independent. */
  readonly sigma: Millimetres
  readonly steps: readonly Step[]
  readonly days: number
}

/** `days`: oldest first, gaps allowed. `null` with fewer than ten days. */
export function trendOf(days: readonly Day[]): Trend | null {
  if (days.length < LEAST_DAYS) return null
  const at = days.map(({ day }) => Date.parse(day) / DAY_MS - Date.parse(days[0]!.day) / DAY_MS)
  const values = perAxis((axis) => days.map((day) => day[axis]))
  const starts = stepsIn(at, values)
  const fits = perAxis((axis) => lineThrough(at, values[axis], starts))
  return {
    velocity: perAxis((axis) => fits[axis].parameters[1]! * DAYS_A_YEAR),
    sigma: perAxis((axis) => fits[axis].velocitySigma * DAYS_A_YEAR),
    steps: starts.map((start, index) => ({
      day: days[start]!.day,
      ...perAxis((axis) => fits[axis].parameters[2 + index]!),
    })),
    days: days.length,
  }
}

const perAxis = <Value>(value: (axis: Axis) => Value): Record<Axis, Value> => ({
  eastMm: value('eastMm'),
  northMm: value('northMm'),
  upMm: value('upMm'),
})

/** Indices of the first days after a step, in order. */
function stepsIn(at: readonly number[], values: Record<Axis, readonly number[]>): number[] {
  const scatter = perAxis((axis) => Math.max(LEAST_SCATTER_MM, scatterOf(values[axis])))
  const squares = (starts: readonly number[]) =>
    AXES.map((axis) => lineThrough(at, values[axis], starts).squares / scatter[axis] ** 2)
  let steps: number[] = []
  while (steps.length < MOST_STEPS) {
    const before = squares(steps)
    const candidates = at.flatMap((_, start) => {
      const isFree = [0, ...steps, at.length].every((other) => Math.abs(other - start) >= LEAST_SIDE)
      if (!isFree) return []
      const after = squares([...steps, start])
      return [{ start, gain: Math.max(...before.map((value, axis) => value - after[axis]!)) }]
    })
    const best = candidates.toSorted((one, other) => other.gain - one.gain)[0]
    if (!best || best.gain < SIGMAS ** 2) break
    steps = [...steps, best.start].toSorted((one, other) => one - other)
  }
  return steps
}

/** Scatter of the differences from day to day, which steps and drifts hardly change. */
function scatterOf(values: readonly number[]): number {
  const differences = values.slice(1).map((value, index) => Math.abs(value - values[index]!))
  return (MAD_TO_SIGMA * median(differences)) / Math.SQRT2
}

/** Least squares. Parameters: position, velocity per day, and the size of each step. */
function lineThrough(at: readonly number[], values: readonly number[], starts: readonly number[]) {
  const rows = at.map((day, index) => [1, day, ...starts.map((start) => (index >= start ? 1 : 0))])
  const n = 2 + starts.length
  // The last column yields the variance of the velocity.
  const normal = Array.from({ length: n }, (_, i) => [
    ...Array.from({ length: n }, (_, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
    rows.reduce((sum, row, index) => sum + row[i]! * values[index]!, 0),
    i === 1 ? 1 : 0,
  ])
  for (let pivot = 0; pivot < n; pivot++)
    for (let row = 0; row < n; row++) {
      const factor = row === pivot ? 0 : normal[row]![pivot]! / normal[pivot]![pivot]!
      if (factor === 0) continue
      for (let column = pivot; column < n + 2; column++) normal[row]![column]! -= factor * normal[pivot]![column]!
    }
  const parameters = normal.map((row, index) => row[n]! / row[index]!)
  const squares = rows.reduce((sum, row, index) => {
    const modelled = row.reduce((all, value, column) => all + value * parameters[column]!, 0)
    return sum + (values[index]! - modelled) ** 2
  }, 0)
  const variance = squares / Math.max(1, at.length - n)
  return { parameters, squares, velocitySigma: Math.sqrt(variance * (normal[1]![n + 1]! / normal[1]![1]!)) }
}
