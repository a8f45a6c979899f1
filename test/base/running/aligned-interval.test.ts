import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alignedInterval } from '../../../src/base/running/aligned-interval.ts'

describe('aligned intervals', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('fire at the same time, whenever they were started', () => {
    const fired: [string, number][] = []
    const note = (name: string) => () => void fired.push([name, performance.now()])
    vi.advanceTimersByTime(130 - (performance.now() % 1_000))
    const start = performance.now() - 130
    const stopFirst = alignedInterval(note('first'), 1_000)
    vi.advanceTimersByTime(400)
    const stopSecond = alignedInterval(note('second'), 1_000)
    vi.advanceTimersByTime(2_000)
    stopFirst()
    vi.advanceTimersByTime(1_000)
    stopSecond()
    vi.advanceTimersByTime(5_000)

    expect(fired.map(([name, at]) => `${name} ${at - start}`).sort()).toEqual(
      ['first 1000', 'first 2000', 'second 1000', 'second 2000', 'second 3000'].sort(),
    )
  })
})

describe('intervals of more than a second', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('each fire in another second, half a second after the short ones', () => {
    const seconds: number[][] = [[], [], []]
    const stops = seconds.map((fired) => alignedInterval(() => void fired.push(performance.now() / 1_000), 10_000))
    vi.advanceTimersByTime(30_000)
    for (const stop of stops) stop()
    for (const [first, second, third] of seconds) {
      expect(first! % 1).toBeCloseTo(0.5)
      expect([second! - first!, third! - second!]).toEqual([10, 10].map((each) => expect.closeTo(each)))
    }
    expect(new Set(seconds.map(([first]) => first! % 10)).size).toBe(3)
  })
})

describe('the lateness of a run', () => {
  it('is the time from its schedule to its start', async () => {
    const late: number[] = []
    const stop = alignedInterval((lateMs) => late.push(lateMs), 100)
    while (late.length === 0) await sleep(1)
    const blockedUntil = performance.now() + 250
    while (performance.now() < blockedUntil);
    const before = late.length
    while (late.length === before) await sleep(1)
    stop()

    expect(late[before]).toBeGreaterThan(50)
  })
})
