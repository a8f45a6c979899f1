// What the network did over time: when it is counted, and how much of it one look shows.
import { DAY_MS, MINUTE_MS } from '../../time/units.ts'

/** Figures are of so long, up to a mark. */
export const STEP_MS = 5 * MINUTE_MS
/** Ends of sessions, also of those whose caster was lost, are written by then. */
const WRITTEN_AFTER_MS = 20_000
/** Later than this it would be another time than it says. */
const IN_TIME_MS = 2 * MINUTE_MS

/** The last mark before, or at, this time. */
export const markOf = (time: Date): Date => new Date(Math.floor(time.getTime() / STEP_MS) * STEP_MS)

/** The mark that is counted now; null: it is too early, or too late for it. */
export function markToCount(now: Date): Date | null {
  const mark = markOf(now)
  const after = now.getTime() - mark.getTime()
  return after >= WRITTEN_AFTER_MS && after <= IN_TIME_MS ? mark : null
}

export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** How long a period is, and how long what one point of it stands for: a few hundred points, whichever it is. */
export const PERIOD_SHAPES: Record<Period, { readonly ms: number; readonly pointMs: number }> = {
  day: { ms: DAY_MS, pointMs: STEP_MS },
  week: { ms: 7 * DAY_MS, pointMs: 30 * MINUTE_MS },
  month: { ms: 30 * DAY_MS, pointMs: 120 * MINUTE_MS },
}

/** The longest period, the one before it, and a bit. */
export const FIGURES_KEPT_MS = 61 * DAY_MS

/** Up to a mark, so that the end of each point is one. */
export function spanOf(
  period: Period,
  now: Date,
): { readonly from: Date; readonly to: Date; readonly pointMs: number } {
  const { ms, pointMs } = PERIOD_SHAPES[period]
  const to = new Date(Math.ceil(markOf(now).getTime() / pointMs) * pointMs)
  return { from: new Date(to.getTime() - ms), to, pointMs }
}

/** Of one point: the time up to `at`. Null where nobody measured. */
export interface FigurePoint {
  readonly at: Date
  /** The most that were connected at once. */
  readonly rovers: number
  readonly told: number | null
  readonly fixed: number | null
  readonly bytes: number | null
  /** For how long the bytes were counted. */
  readonly bytesMs: number
  readonly refusals: number
}

/** Of a whole period, and of the one before it. */
export interface FigureSums {
  readonly mostRovers: number | null
  readonly fixedPct: number | null
  readonly bytes: number | null
  readonly refusals: number | null
}

/** Whole percents of those that told; null: nobody did. */
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
