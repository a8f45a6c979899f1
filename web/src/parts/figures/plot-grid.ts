// Points at equal steps, `null` where nothing was measured, for charts and their tables.

export interface Grid {
  /** Unix time in milliseconds. */
  readonly from: number
  readonly to: number
  readonly stepMs: number
  /** End of each step. */
  readonly at: readonly number[]
  readonly values: readonly (number | null)[]
}

interface Point {
  readonly at: string
}

export function gridOf<One extends Point>(
  span: { readonly from: string; readonly to: string; readonly pointMs: number },
  points: readonly One[],
  figureOf: (point: One) => number | null,
): Grid {
  const [from, to, stepMs] = [Date.parse(span.from), Date.parse(span.to), span.pointMs]
  const known = new Map(points.map((point) => [Date.parse(point.at), figureOf(point)]))
  const at = Array.from({ length: Math.round((to - from) / stepMs) }, (_, place) => from + (place + 1) * stepMs)
  return { from, to, stepMs, at, values: at.map((time) => known.get(time) ?? null) }
}

/** Periods that were not measured. A line connects measured points but never crosses such a period. */
export function gapsOf({ from, at, values, stepMs }: Grid): (readonly [number, number])[] {
  const gaps: [number, number][] = []
  at.forEach((time, place) => {
    if (values[place] !== null) return
    const start = Math.max(from, time - stepMs)
    const last = gaps.at(-1)
    if (last && last[1] === start) last[1] = time
    else gaps.push([start, time])
  })
  return gaps
}
