// Integer least squares: the LAMBDA method (Teunissen, 1995) with the search of Chang, Yang and Zhou (2005).

export interface IntegerSolution {
  /** The integers nearest to the float values in the metric of their covariance. */
  readonly best: Float64Array
  /** Squared distances of the best and the second best integers. */
  readonly distance: number
  readonly second: number
  /** Probability that rounding the decorrelated values one after the other gives the right integers. */
  readonly successRate: number
}

/** A search that visits more nodes than this is given up: the float values are too poor to be fixed. */
const MAX_NODES = 20_000

/**
 * `covariance`: n × n, by rows. `null` if it is not positive definite, if the success rate is below `leastSuccess`, or if
 * the search does not end.
 */
export function nearestIntegers(
  values: Float64Array,
  covariance: Float64Array,
  leastSuccess = 0,
): IntegerSolution | null {
  const n = values.length
  const factors = factorize(covariance, n)
  if (!factors) return null
  const { lower, diagonal } = factors
  // Column j of `transform` holds the coefficients of the j-th decorrelated value.
  const transform = identity(n)
  reduce(lower, diagonal, transform, n)
  const successRate = successRateOf(diagonal)
  if (successRate < leastSuccess) return null
  const decorrelated = new Float64Array(n)
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) decorrelated[j]! += transform[i * n + j]! * values[i]!
  const found = search(lower, diagonal, decorrelated, n)
  if (!found) return null
  const best = solveTransposed(transform, found.best, n)
  return best && { best, distance: found.distance, second: found.second, successRate }
}

function identity(n: number): Float64Array {
  const matrix = new Float64Array(n * n)
  for (let i = 0; i < n; i++) matrix[i * n + i] = 1
  return matrix
}

/** Q = Lᵀ D L with unit lower triangular L. */
function factorize(covariance: Float64Array, n: number) {
  const rest = Float64Array.from(covariance)
  const lower = new Float64Array(n * n)
  const diagonal = new Float64Array(n)
  for (let i = n - 1; i >= 0; i--) {
    const pivot = rest[i * n + i]!
    if (!(pivot > 0)) return null
    diagonal[i] = pivot
    for (let j = 0; j <= i; j++) lower[i * n + j] = rest[i * n + j]! / pivot
    for (let j = 0; j < i; j++)
      for (let k = 0; k <= j; k++) {
        rest[j * n + k]! -= lower[i * n + k]! * pivot * lower[i * n + j]!
        rest[k * n + j] = rest[j * n + k]!
      }
  }
  return { lower, diagonal }
}

/** Integer transformations that leave small correlations and put the precise values last. */
function reduce(lower: Float64Array, diagonal: Float64Array, transform: Float64Array, n: number): void {
  let j = n - 2
  let reducedTo = n - 2
  while (j >= 0) {
    if (j <= reducedTo) for (let i = j + 1; i < n; i++) eliminate(lower, transform, i, j, n)
    const below = lower[(j + 1) * n + j]!
    const swapped = diagonal[j]! + below * below * diagonal[j + 1]!
    if (swapped + 1e-12 * swapped < diagonal[j + 1]!) {
      exchange(lower, diagonal, transform, j, swapped, n)
      reducedTo = j
      j = n - 2
    } else j--
  }
}

function eliminate(lower: Float64Array, transform: Float64Array, i: number, j: number, n: number): void {
  const times = Math.round(lower[i * n + j]!)
  if (times === 0) return
  for (let k = i; k < n; k++) lower[k * n + j]! -= times * lower[k * n + i]!
  for (let k = 0; k < n; k++) transform[k * n + j]! -= times * transform[k * n + i]!
}

function exchange(
  lower: Float64Array,
  diagonal: Float64Array,
  transform: Float64Array,
  j: number,
  swapped: number,
  n: number,
): void {
  const eta = diagonal[j]! / swapped
  const lambda = (diagonal[j + 1]! * lower[(j + 1) * n + j]!) / swapped
  diagonal[j] = eta * diagonal[j + 1]!
  diagonal[j + 1] = swapped
  const below = lower[(j + 1) * n + j]!
  for (let k = 0; k < j; k++) {
    const [upper, under] = [lower[j * n + k]!, lower[(j + 1) * n + k]!]
    lower[j * n + k] = -below * upper + under
    lower[(j + 1) * n + k] = eta * upper + lambda * under
  }
  lower[(j + 1) * n + j] = lambda
  for (let k = j + 2; k < n; k++) swap(lower, k * n + j, k * n + j + 1)
  for (let k = 0; k < n; k++) swap(transform, k * n + j, k * n + j + 1)
}

function swap(values: Float64Array, one: number, other: number): void {
  const kept = values[one]!
  values[one] = values[other]!
  values[other] = kept
}

/** 2 Φ(1 / 2σ) - 1 of each conditional value. */
function successRateOf(diagonal: Float64Array): number {
  let rate = 1
  for (const variance of diagonal) rate *= errorFunction(1 / (2 * Math.sqrt(2 * variance)))
  return rate
}

/** erf of a positive number within 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - series * Math.exp(-x * x)
}

/** Depth first from the last value on; the bound shrinks to the second best that was found. */
function search(lower: Float64Array, diagonal: Float64Array, values: Float64Array, n: number) {
  const partial = new Float64Array(n)
  const conditional = new Float64Array(n)
  const integer = new Float64Array(n)
  const step = new Float64Array(n)
  const sums = new Float64Array(n * n)
  let best: Float64Array | null = null
  let [distance, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let k = n - 1
  const enter = (value: number) => {
    conditional[k] = value
    integer[k] = Math.round(value)
    step[k] = value >= integer[k]! ? 1 : -1
  }
  enter(values[k]!)
  for (let nodes = 0; nodes < MAX_NODES; nodes++) {
    const apart = conditional[k]! - integer[k]!
    const reached = partial[k]! + (apart * apart) / diagonal[k]!
    if (reached < second) {
      if (k > 0) {
        k--
        partial[k] = reached
        for (let i = 0; i <= k; i++)
          sums[k * n + i] = sums[(k + 1) * n + i]! + (integer[k + 1]! - conditional[k + 1]!) * lower[(k + 1) * n + i]!
        enter(values[k]! + sums[k * n + k]!)
        continue
      }
      if (reached < distance) {
        second = distance
        distance = reached
        best = Float64Array.from(integer)
      } else second = reached
    } else {
      if (k === n - 1) return best && { best, distance, second }
      k++
    }
    integer[k]! += step[k]!
    step[k] = -step[k]! - Math.sign(step[k]!)
  }
  return null
}

/** Solves Zᵀ a = z for integers a. */
function solveTransposed(transform: Float64Array, decorrelated: Float64Array, n: number): Float64Array | null {
  const rows = Array.from({ length: n }, (_, j) => {
    const row = new Float64Array(n + 1)
    for (let i = 0; i < n; i++) row[i] = transform[i * n + j]!
    row[n] = decorrelated[j]!
    return row
  })
  for (let pivot = 0; pivot < n; pivot++) {
    let at = pivot
    for (let row = pivot + 1; row < n; row++) if (Math.abs(rows[row]![pivot]!) > Math.abs(rows[at]![pivot]!)) at = row
    if (rows[at]![pivot] === 0) return null
    const chosen = rows[at]!
    rows[at] = rows[pivot]!
    rows[pivot] = chosen
    for (let row = 0; row < n; row++) {
      const factor = row === pivot ? 0 : rows[row]![pivot]! / chosen[pivot]!
      if (factor !== 0) for (let column = pivot; column <= n; column++) rows[row]![column]! -= factor * chosen[column]!
    }
  }
  return Float64Array.from(rows, (row, i) => Math.round(row[n]! / row[i]!) + 0)
}
