// Weighted least squares through the normal equations, for a handful of unknowns.

export interface Equation {
  readonly coefficients: readonly number[]
  readonly value: number
  /** Expected error of the value. */
  readonly sigma: number
}

/** `null` if the equations do not determine the unknowns. */
export function solve(equations: readonly Equation[], unknowns: number): number[] | null {
  const normal = Array.from({ length: unknowns }, () => new Array<number>(unknowns + 1).fill(0))
  for (const { coefficients, value, sigma } of equations) {
    const weight = 1 / (sigma * sigma)
    for (let row = 0; row < unknowns; row++) {
      const scaled = coefficients[row]! * weight
      for (let column = 0; column < unknowns; column++) normal[row]![column]! += scaled * coefficients[column]!
      normal[row]![unknowns]! += scaled * value
    }
  }
  return eliminate(normal, unknowns)
}

/** Gauss–Jordan with row exchange. */
function eliminate(rows: number[][], unknowns: number): number[] | null {
  for (let pivot = 0; pivot < unknowns; pivot++) {
    let best = pivot
    for (let row = pivot + 1; row < unknowns; row++)
      if (Math.abs(rows[row]![pivot]!) > Math.abs(rows[best]![pivot]!)) best = row
    const chosen = rows[best]!
    if (Math.abs(chosen[pivot]!) < 1e-12) return null
    rows[best] = rows[pivot]!
    rows[pivot] = chosen
    for (let row = 0; row < unknowns; row++) {
      const factor = row === pivot ? 0 : rows[row]![pivot]! / chosen[pivot]!
      if (factor === 0) continue
      for (let column = pivot; column <= unknowns; column++) rows[row]![column]! -= factor * chosen[column]!
    }
  }
  return rows.map((row, at) => row[unknowns]! / row[at]!)
}
