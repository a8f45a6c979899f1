// Points at equal steps, null where nobody measured: what a chart draws, and a table shows.

export interface Grid {
  /** Milliseconds. */
  readonly from: number
  readonly to: number
  readonly stepMs: number
  /** The end of each step. */
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

/** Stretches in which nobody measured, as times. Between two that were measured a line may be drawn; over these it may not. */
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
