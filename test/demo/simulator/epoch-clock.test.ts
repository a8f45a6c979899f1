import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { everyEpoch } from '../../../src/demo/simulator/epoch-clock.ts'

const NOON = Date.UTC(2026, 10, 14, 12)
beforeEach(() => {
  vi.useFakeTimers({ now: NOON + 300 })
})
afterEach(() => {
  vi.useRealTimers()
})

const clock = (intervalMs = 1000) => {
  const calls: { instant: number; at: number }[] = []
  const stop = everyEpoch(intervalMs, (instant) => calls.push({ instant: instant - NOON, at: Date.now() - NOON }))
  return { calls, stop, instants: () => calls.map(({ instant }) => instant) }
}

it('calls on the second', () => {
  const { calls, stop } = clock()
  vi.advanceTimersByTime(3000)
  expect(calls).toEqual([1000, 2000, 3000].map((ms) => ({ instant: ms, at: ms })))
  stop()
  vi.advanceTimersByTime(3000)
  expect(calls).toHaveLength(3)
})

it('skips no epoch when the process was busy', () => {
  const { instants } = clock(200)
  vi.advanceTimersByTime(200)
  vi.setSystemTime(NOON + 1100)
  vi.advanceTimersByTime(200)
  expect(instants()).toEqual([400, 600, 800, 1000, 1200])
})

it('restarts after a sleep and when the clock is set', () => {
  const { instants } = clock()
  vi.setSystemTime(NOON + 3_600_000)
  vi.advanceTimersByTime(2000)
  expect(instants()).toEqual([3_601_000, 3_602_000])
  vi.setSystemTime(NOON + 500)
  vi.advanceTimersByTime(2600)
  expect(instants().slice(2)).toEqual([2000, 3000])
})

it('can be stopped by its callback', () => {
  const calls: number[] = []
  const stop = everyEpoch(1000, (instant) => {
    calls.push(instant)
    stop()
  })
  vi.setSystemTime(NOON + 4000)
  vi.advanceTimersByTime(5000)
  expect(calls).toHaveLength(1)
})
