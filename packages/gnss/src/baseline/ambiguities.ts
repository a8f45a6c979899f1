// Integers of the double differences: wide lane from the mean of Melbourne–Wübbena, narrow lane by partial LAMBDA.
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
/** A mean wide lane is rounded if it is nearer to an integer than this, and so is its uncertainty. */
const WIDE = { distance: 0.3, limit: 0.5, sigmas: 2.5 }
/** The integer is given up if the mean moves further away from it. */
const WIDE_LOST = 0.65
/** An integer that stays the same for this long becomes a constraint of the filter. */
const HOLD_AFTER_MS = 300_000
const HOLD_SIGMA_M = 0.003
const MAX_CONFLICTS = 5

/** A satellite that is observed in this epoch. */
export interface Tracked {
  readonly track: Track
  readonly choice: Choice
}

interface DoubleDifference {
  readonly one: Track
  readonly reference: Track
  readonly choice: Choice
  readonly variance: number
}

/** Rounds the wide lanes of the satellites of one constellation. */
export function fixWideLanes(tracked: readonly Tracked[]): void {
  const tracks = tracked.map(({ track }) => track)
  const known = tracks.filter(({ wide }) => wide !== null)
  const datum = steadiest(known.length > 0 ? known : tracks)
  if (!datum) return
  datum.wide ??= 0
  for (const track of tracks) {
    if (track === datum) continue
    const float = track.wideMean - datum.wideMean + datum.wide
    if (track.wide !== null) {
      if (Math.abs(float - track.wide) > WIDE_LOST) track.restart()
      continue
    }
    const distance = Math.abs(float - Math.round(float))
    const sigma = Math.hypot(track.wideSigma, datum.wideSigma)
    if (distance < WIDE.distance && distance + WIDE.sigmas * sigma < WIDE.limit) track.wide = Math.round(float)
  }
}

const steadiest = (tracks: readonly Track[]): Track | undefined =>
  tracks.toSorted((one, other) => one.wideSigma - other.wideSigma)[0]

export interface FixedState {
  /** Corrections and covariances of the first states of the filter. */
  readonly x: Float64Array
  readonly covariance: Float64Array
  readonly ratio: number
  readonly fixed: number
}

/** `null` if fewer than four double differences can be fixed. `states`: how many of the first states are returned. */
export function fixNarrowLanes(filter: Filter, tracked: readonly Tracked[], states: number, gpsMs: number) {
  let open = doubleDifferences(filter, tracked).toSorted((one, other) => one.variance - other.variance)
  for (; open.length >= LEAST_FIXED; open = open.slice(0, -1)) {
    const float = open.map(({ one, reference, choice }) => {
      const metres = filter.x[one.state]! - filter.x[reference.state]! - choice.widePart * (one.wide! - reference.wide!)
      return metres / choice.narrowWave
    })
    const covariance = covarianceOf(filter, open)
    const found = nearestIntegers(Float64Array.from(float), covariance, LEAST_SUCCESS)
    if (!found || found.distance > MAX_DISTANCE * open.length) continue
    if (found.second < ratioNeeded(open.length) * found.distance) continue
    note(open, found.best, gpsMs)
    const ratio = found.distance > 0 ? Math.min(999, found.second / found.distance) : 999
    return { ...conditioned(filter, open, float, found.best, covariance, states), ratio, fixed: open.length }
  }
  return null
}

/** Without constellations that have no satellite. */
export const byConstellation = (tracked: readonly Tracked[]): Tracked[][] =>
  USED_CONSTELLATIONS.map((constellation) =>
    tracked.filter(({ choice }) => choice.constellation === constellation),
  ).filter(({ length }) => length > 0)

/** Each constellation against its highest satellite. */
function doubleDifferences(filter: Filter, tracked: readonly Tracked[]): DoubleDifference[] {
  const usable = tracked.filter(({ track }) => track.wide !== null && track.elevation >= MASK_DEGREES)
  return byConstellation(usable).flatMap((ofOne) => {
    const reference = ofOne.reduce((best, one) => (rank(one.track) > rank(best.track) ? one : best)).track
    return ofOne
      .filter(({ track }) => track !== reference)
      .map(({ track: one, choice }) => {
        const [i, j] = [one.state, reference.state]
        const variance = filter.covariance(i, i) + filter.covariance(j, j) - 2 * filter.covariance(i, j)
        return { one, reference, choice, variance }
      })
  })
}

const rank = ({ elevation, isHeld }: Track) => elevation + (isHeld ? 90 : 0)

function covarianceOf(filter: Filter, open: readonly DoubleDifference[]): Float64Array {
  const n = open.length
  const covariance = new Float64Array(n * n)
  for (const [i, one] of open.entries())
    for (let j = 0; j <= i; j++) {
      const other = open[j]!
      const value =
        (filter.covariance(one.one.state, other.one.state) -
          filter.covariance(one.one.state, other.reference.state) -
          filter.covariance(one.reference.state, other.one.state) +
          filter.covariance(one.reference.state, other.reference.state)) /
        (one.choice.narrowWave * other.choice.narrowWave)
      // Held integers leave almost no variance: a floor keeps the matrix positive definite.
      covariance[i * n + j] = covariance[j * n + i] = value + (i === j ? 1e-6 : 0)
    }
  return covariance
}

/** Compares the integers with those of earlier epochs. */
function note(open: readonly DoubleDifference[], integers: Float64Array, gpsMs: number): void {
  for (const [i, { one, reference }] of open.entries()) {
    reference.narrow ??= one.narrow === null ? 0 : one.narrow - integers[i]!
    const narrow = integers[i]! + reference.narrow
    if (one.narrow === narrow) {
      one.conflicts = 0
      continue
    }
    if (one.isHeld && ++one.conflicts < MAX_CONFLICTS) continue
    one.isHeld = false
    one.narrow = narrow
    one.narrowSinceMs = gpsMs
  }
}

/** Makes integers that have proved themselves constraints of the filter. */
export function holdNarrowLanes(filter: Filter, tracked: readonly Tracked[], gpsMs: number): void {
  const ready = tracked.filter(({ track }) => track.narrow !== null && track.wide !== null)
  for (const ofOne of byConstellation(ready)) {
    const reference = ofOne.reduce((best, one) => (rank(one.track) > rank(best.track) ? one : best))
    for (const { track, choice } of ofOne) {
      if (track.isHeld || track === reference.track || gpsMs - track.narrowSinceMs < HOLD_AFTER_MS) continue
      const [one, other] = [track, reference.track]
      const fixed = choice.narrowWave * (one.narrow! - other.narrow!) + choice.widePart * (one.wide! - other.wide!)
      const difference = fixed - (filter.x[one.state]! - filter.x[other.state]!)
      filter.update({ states: [one.state, other.state], values: [1, -1] }, difference, HOLD_SIGMA_M ** 2)
      one.isHeld = true
      other.isHeld = true
    }
  }
}

/** The first states given the integers: x − Q(x,a) Q(a,a)⁻¹ (a − ǎ). */
function conditioned(
  filter: Filter,
  open: readonly DoubleDifference[],
  float: readonly number[],
  integers: Float64Array,
  covariance: Float64Array,
  states: number,
): Pick<FixedState, 'x' | 'covariance'> {
  const n = open.length
  const cross = Array.from({ length: states }, (_, state) =>
    Float64Array.from(
      open,
      ({ one, reference, choice }) =>
        (filter.covariance(state, one.state) - filter.covariance(state, reference.state)) / choice.narrowWave,
    ),
  )
  const solved = solveSymmetric(covariance, n, [Float64Array.from(float, (value, i) => value - integers[i]!), ...cross])
  const x = Float64Array.from(cross, (row, state) => filter.x[state]! - dot(row, solved[0]!))
  const result = new Float64Array(states * states)
  for (let i = 0; i < states; i++)
    for (let j = 0; j < states; j++) result[i * states + j] = filter.covariance(i, j) - dot(cross[i]!, solved[j + 1]!)
  return { x, covariance: result }
}

const dot = (one: Float64Array, other: Float64Array): number => {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!
  return sum
}

/** Cholesky. */
function solveSymmetric(matrix: Float64Array, n: number, sides: readonly Float64Array[]): Float64Array[] {
  const root = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= root[i * n + k]! * root[j * n + k]!
      root[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / root[j * n + j]!
    }
  return sides.map((side) => {
    const y = Float64Array.from(side)
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) y[i]! -= root[i * n + k]! * y[k]!
      y[i]! /= root[i * n + i]!
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) y[i]! -= root[k * n + i]! * y[k]!
      y[i]! /= root[i * n + i]!
    }
    return y
  })
}
