// Network metrics over time: when they are recorded and at which resolution they are shown.
import { DAY_MS, MINUTE_MS } from '../../time/units.ts'

/** Recording interval. Each record covers the interval before its mark. */
export const STEP_MS = 5 * MINUTE_MS
/** By then the ends of sessions are written, including sessions of lost casters. */
const WRITTEN_AFTER_MS = 20_000
/** A later count would be wrong for its mark. */
const IN_TIME_MS = 2 * MINUTE_MS

/** Last mark at or before this time. */
export const markOf = (time: Date): Date => new Date(Math.floor(time.getTime() / STEP_MS) * STEP_MS)

/** Mark to record now; `null` if it is too early or too late. */
export function markToCount(now: Date): Date | null {
  const mark = markOf(now)
  const after = now.getTime() - mark.getTime()
  return after >= WRITTEN_AFTER_MS && after <= IN_TIME_MS ? mark : null
}

export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** Length and resolution of each period; each has a few hundred points. */
export const PERIOD_SHAPES: Record<Period, { readonly ms: number; readonly pointMs: number }> = {
  day: { ms: DAY_MS, pointMs: STEP_MS },
  week: { ms: 7 * DAY_MS, pointMs: 30 * MINUTE_MS },
  month: { ms: 30 * DAY_MS, pointMs: 120 * MINUTE_MS },
}

/** Twice the longest period, for the comparison with the previous one, plus a day. */
export const FIGURES_KEPT_MS = 61 * DAY_MS

/** Ends at a mark, so that every point does. */
export function spanOf(
  period: Period,
  now: Date,
): { readonly from: Date; readonly to: Date; readonly pointMs: number } {
  const { ms, pointMs } = PERIOD_SHAPES[period]
  const to = new Date(Math.ceil(markOf(now).getTime() / pointMs) * pointMs)
  return { from: new Date(to.getTime() - ms), to, pointMs }
}

/** Metrics of the interval that ends at `at`; `null` where nothing was measured. */
export interface FigurePoint {
  readonly at: Date
  /** Max concurrent rovers. */
  readonly rovers: number
  readonly told: number | null
  readonly fixed: number | null
  readonly bytes: number | null
  /** Duration over which `bytes` was measured. */
  readonly bytesMs: number
  readonly refusals: number
}

export interface FigureSums {
  readonly mostRovers: number | null
  readonly fixedPct: number | null
  readonly bytes: number | null
  readonly refusals: number | null
}

/** Percentage of fixed rovers among those that reported a position; `null` if none did. */
export const shareOf = (fixed: number | null, told: number | null): number | null =>
  told === null || fixed === null || told === 0 ? null : Math.round((100 * fixed) / told)

export function sumsOf(points: readonly FigurePoint[]): FigureSums {
  const total = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  return {
    mostRovers: points.length === 0 ? null : Math.max(...points.map(({ rovers }) => rovers)),
    fixedPct: shareOf(total(points.map(({ fixed }) => fixed)), total(points.map(({ told }) => told))),
    bytes: total(points.map(({ bytes }) => bytes)),
    refusals: total(points.map(({ refusals }) => refusals)),
  }
}
