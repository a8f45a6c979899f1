import { expect, it } from 'vitest'
import {
  FIGURES_KEPT_MS,
  type FigurePoint,
  markOf,
  markToCount,
  PERIOD_SHAPES,
  PERIODS,
  STEP_MS,
  shareOf,
  spanOf,
  sumsOf,
} from '../../../../src/domain/network/overview/figures.ts'

const at = (time: string) => new Date(`2026-11-15T${time}Z`)

it('counts a mark once its data is written, and not long after', () => {
  expect(markOf(at('18:07:30'))).toEqual(at('18:05:00'))
  expect(markToCount(at('18:05:19'))).toBeNull()
  expect(markToCount(at('18:05:20'))).toEqual(at('18:05:00'))
  expect(markToCount(at('18:07:00'))).toEqual(at('18:05:00'))
  expect(markToCount(at('18:07:01'))).toBeNull()
})

it('ends a period with a whole point that contains the newest mark, out of some hundreds', () => {
  expect(spanOf('day', at('18:07:30'))).toMatchObject({ to: at('18:05:00') })
  expect(spanOf('week', at('18:07:30'))).toMatchObject({ to: at('18:30:00') })
  expect(spanOf('month', at('18:07:30'))).toMatchObject({ to: at('20:00:00') })
  for (const period of PERIODS) {
    const { ms, pointMs } = PERIOD_SHAPES[period]
    expect(ms / pointMs).toBeGreaterThan(200)
    expect(ms / pointMs).toBeLessThan(400)
    expect(pointMs % STEP_MS).toBe(0)
    expect(2 * ms + pointMs).toBeLessThanOrEqual(FIGURES_KEPT_MS)
  }
})

const point = (more: Partial<FigurePoint> = {}): FigurePoint => ({
  ...{ at: at('18:05:00'), rovers: 0, told: null, fixed: null, bytes: null, bytesMs: 0, refusals: 0, ...more },
})

it('does not treat unmeasured values as zero', () => {
  const nothing = { mostRovers: null, fixedPct: null, bytes: null, refusals: null }
  expect(sumsOf([])).toEqual(nothing)
  expect(sumsOf([point()])).toEqual({ ...nothing, mostRovers: 0, refusals: 0 })
  expect(shareOf(0, 0)).toBeNull()
  expect(shareOf(1, 3)).toBe(33)
})

it('computes a share over all reports, not as the mean of shares', () => {
  const points = [
    point({ rovers: 9, told: 9, fixed: 9, bytes: 100, refusals: 2 }),
    point({ rovers: 2, told: 1, fixed: 0, refusals: 3 }),
  ]
  expect(sumsOf(points)).toEqual({ mostRovers: 9, fixedPct: 90, bytes: 100, refusals: 5 })
})
