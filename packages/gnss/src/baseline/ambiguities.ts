// Integers of the double differences: wide lanes first, then the first band, both by partial LAMBDA. The fixed position
// is that of a copy of the filter to which the integers were given.
import type { Filter } from './filter.ts'
import { nearestIntegers } from './integers.ts'
import { type Choice, USED_CONSTELLATIONS } from './signal-pairs.ts'
import type { Track } from './track.ts'

const MASK_DEGREES = 15
const LEAST_FIXED = 4
/** Second best to best squared distance: more is asked of few integers. */
const ratioNeeded = (count: number) => (count < 8 ? 3 : count < 14 ? 2.5 : 2)
const LEAST_SUCCESS = 0.995
/** Mean squared distance of the best integers, in the metric of their covariance, beyond which they contradict it. */
const MAX_DISTANCE = 3
/** Errors that last, such as those of antennas and multipath, are not in the covariance: squared cycles. */
const FLOOR = 0.05 ** 2
const CERTAIN_CYCLES = 0.001
/** An integer that stays the same for this long becomes a constraint of the filter. */
const HOLD_AFTER_MS = 300_000
const HOLD_CYCLES = 0.015
const MAX_CONFLICTS = 5

/** A satellite that is observed in this epoch. */
export interface Tracked {
  readonly track: Track
  readonly choice: Choice
}

interface DoubleDifference {
  readonly one: Track
  readonly reference: Track
}

/** Coefficients of the ambiguities of the first and the second band. */
type Combination = readonly [first: number, second: number]
const WIDE: Combination = [1, -1]
const FIRST: Combination = [1, 0]

/**
 * Gives `fixed`, which becomes a copy of the filter, the integers of this epoch. Returns how many double differences have
 * integers that the epoch before had too; 0 if fewer than four can be fixed.
 */
export function fixIntegers(filter: Filter, fixed: Filter, tracked: readonly Tracked[], gpsMs: number): number {
  fixed.copy(filter)
  const wide = partlyFixed(fixed, doubleDifferences(tracked), WIDE)
  if (!wide) return 0
  constrain(fixed, wide, WIDE)
  const first = partlyFixed(fixed, [...wide.keys()], FIRST)
  if (!first) return 0
  constrain(fixed, first, FIRST)
  return note(first, wide, gpsMs)
}

/** Without constellations that have no satellite. */
export const byConstellation = <One extends Tracked>(tracked: readonly One[]): One[][] =>
  USED_CONSTELLATIONS.map((constellation) =>
    tracked.filter(({ choice }) => choice.constellation === constellation),
  ).filter(({ length }) => length > 0)

const referenceOf = (ofOne: readonly Tracked[]): Track =>
  ofOne.reduce((best, one) => (rank(one.track) > rank(best.track) ? one : best)).track

const rank = ({ elevation, isHeld }: Track) => elevation + (isHeld ? 90 : 0)

/** Each constellation against its highest satellite. */
function doubleDifferences(tracked: readonly Tracked[]): DoubleDifference[] {
  return byConstellation(tracked.filter(({ track }) => track.elevation >= MASK_DEGREES)).flatMap((ofOne) => {
    const reference = referenceOf(ofOne)
    return ofOne.filter(({ track }) => track !== reference).map(({ track: one }) => ({ one, reference }))
  })
}

/** The integers of as many double differences as are certain, without the least precise ones. */
function partlyFixed(
  filter: Filter,
  differences: readonly DoubleDifference[],
  combination: Combination,
): Map<DoubleDifference, number> | null {
  const all = differences.map((difference) => rowOf(difference, combination))
  const variances = all.map((row) => covarianceOf(filter, row, row))
  const order = variances.map((_, i) => i).toSorted((i, j) => variances[i]! - variances[j]!)
  for (let count = order.length; count >= LEAST_FIXED; count--) {
    const kept = order.slice(0, count)
    // Rounding cannot succeed with a float value this poor: spares the search.
    if (variances[kept.at(-1)!]! > 1e4) continue
    const covariance = new Float64Array(count * count)
    for (let i = 0; i < count; i++)
      for (let j = 0; j <= i; j++) {
        const value = covarianceOf(filter, all[kept[i]!]!, all[kept[j]!]!)
        covariance[i * count + j] = covariance[j * count + i] = value + (i === j ? FLOOR : 0)
      }
    const values = Float64Array.from(kept, (i) => floatOf(filter, all[i]!))
    const found = nearestIntegers(values, covariance, LEAST_SUCCESS)
    if (!found || found.distance > MAX_DISTANCE * count) continue
    if (found.second < ratioNeeded(count) * found.distance) continue
    return new Map(kept.map((i, at) => [differences[i]!, found.best[at]!]))
  }
  return null
}

interface Row {
  readonly states: readonly number[]
  readonly values: readonly number[]
}

function rowOf({ one, reference }: DoubleDifference, [first, second]: Combination): Row {
  if (second === 0) return { states: [one.state, reference.state], values: [first, -first] }
  return {
    states: [one.state, one.state + 1, reference.state, reference.state + 1],
    values: [first, second, -first, -second],
  }
}

function floatOf(filter: Filter, { states, values }: Row): number {
  return states.reduce((sum, state, i) => sum + values[i]! * filter.x[state]!, 0)
}

function covarianceOf(filter: Filter, one: Row, other: Row): number {
  let sum = 0
  for (let i = 0; i < one.states.length; i++)
    for (let j = 0; j < other.states.length; j++)
      sum += one.values[i]! * other.values[j]! * filter.covariance(one.states[i]!, other.states[j]!)
  return sum
}

function constrain(filter: Filter, integers: ReadonlyMap<DoubleDifference, number>, combination: Combination): void {
  for (const [difference, integer] of integers) {
    const row = rowOf(difference, combination)
    filter.update(row, integer - floatOf(filter, row), CERTAIN_CYCLES ** 2)
  }
}

/** Compares the integers with those of earlier epochs. Returns how many are the same. */
function note(
  first: ReadonlyMap<DoubleDifference, number>,
  wide: ReadonlyMap<DoubleDifference, number>,
  gpsMs: number,
): number {
  let same = 0
  for (const [difference, integer] of first) {
    const { one, reference } = difference
    const second = integer - wide.get(difference)!
    reference.integers ??= one.integers ? [one.integers[0] - integer, one.integers[1] - second] : [0, 0]
    const now = [integer + reference.integers[0], second + reference.integers[1]] as const
    if (one.integers?.[0] === now[0] && one.integers[1] === now[1]) {
      one.conflicts = 0
      same++
      continue
    }
    if (one.isHeld && ++one.conflicts < MAX_CONFLICTS) continue
    one.isHeld = false
    one.integers = now
    one.integersSinceMs = gpsMs
  }
  return same < LEAST_FIXED ? 0 : first.size
}

/** Makes integers that have proved themselves constraints of the filter. */
export function holdIntegers(filter: Filter, tracked: readonly Tracked[], gpsMs: number): void {
  for (const ofOne of byConstellation(tracked.filter(({ track }) => track.integers !== null))) {
    const reference = referenceOf(ofOne)
    for (const { track: one } of ofOne) {
      if (one.isHeld || one === reference || gpsMs - one.integersSinceMs < HOLD_AFTER_MS) continue
      for (const band of [0, 1] as const) {
        const row = { states: [one.state + band, reference.state + band], values: [1, -1] }
        const integer = one.integers![band] - reference.integers![band]
        filter.update(row, integer - floatOf(filter, row), HOLD_CYCLES ** 2)
      }
      one.isHeld = true
      reference.isHeld = true
    }
  }
}
