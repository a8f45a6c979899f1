import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EpochLine } from '../../src/meter/epoch-line.ts'
import { Interval } from '../../src/meter/interval.ts'

const START = Date.UTC(2026, 10, 14, 12)
const MINUTE = 60_000

/** Epochs on time, 300 ms after their instant, from START on; `lost` selects epochs that never arrive. */
function feed(
  line: EpochLine,
  {
    from = 0,
    to,
    interval = 1000,
    lost = (_: number) => false,
    delay = 300,
  }: {
    from?: number
    to: number
    interval?: number
    lost?: (ms: number) => boolean
    delay?: number
  },
) {
  for (let ms = from; ms < to; ms += interval) if (!lost(ms)) line.advance(START + ms, START + ms + delay)
}

const take = (line: EpochLine, ms: number) => {
  const { received, expected } = line.takeCounts(START + ms)
  return [received, expected]
}

describe('Interval', () => {
  const learned = (...differences: number[]) => {
    const interval = new Interval()
    for (const difference of differences) interval.learn(difference)
    return interval.ms
  }

  it.each([50, 100, 200, 1000, 5000, 10_000, 15_000, 30_000])('learns %d ms', (ms) => {
    expect(learned(ms)).toBeNull()
    expect(learned(ms, ms)).toBe(ms)
  })

  it('ignores lost epochs, and a clock that slips a millisecond', () => {
    expect(learned(2000, 1000, 3000, 1000, 1000, 2000, 2000, 4000)).toBe(1000)
    expect(learned(1001, 999, 1000, 1000)).toBe(1000)
    expect(learned(1000, 1000, 90_000, 90_000, 90_000, 90_000, 90_000, 90_000)).toBe(1000)
  })

  it('follows a changed rate: a faster one at once, a slower one when it is certain', () => {
    expect(learned(1000, 1000, 200, 200)).toBe(200)
    expect(learned(1000, 1000, 5000, 5000, 5000, 5000)).toBe(1000)
    expect(learned(1000, 1000, 5000, 5000, 5000, 5000, 5000)).toBe(5000)
  })

  it('finds the rate of a stream that loses half of its epochs at random', () => {
    let state = 1
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const interval = new Interval()
    let wrong = 0
    for (let epoch = 0, last = 0; epoch < 10_000; epoch++) {
      if (random() < 0.5) continue
      interval.learn((epoch - last) * 1000)
      last = epoch
      if (interval.ms !== 1000) wrong++
    }
    expect(wrong).toBeLessThan(100)
  })
})

describe('EpochLine', () => {
  it.each([100, 200, 1000, 5000, 15_000, 30_000])('is complete when nothing is lost, every %d ms', (interval) => {
    const line = new EpochLine()
    for (let minute = 0; minute < 10; minute++) {
      feed(line, { from: minute * MINUTE, to: (minute + 1) * MINUTE, interval })
      const [received, expected] = take(line, (minute + 1) * MINUTE)
      expect([received, expected]).toEqual([MINUTE / interval, MINUTE / interval])
    }
    expect(line.takeCounts(START + 10 * MINUTE).intervalMs).toBe(interval)
  })

  it('counts lost epochs as missing', () => {
    const line = new EpochLine()
    feed(line, { to: 10_000 })
    feed(line, { from: 10_000, to: MINUTE, lost: (ms) => ms % 5000 === 0 })
    const counts = line.takeCounts(START + MINUTE)
    expect(counts).toEqual({ received: 50, expected: 60, intervalMs: 1000, gaps: 10, longestGapMs: 2000 })
  })

  it('counts a repeated epoch once', () => {
    const line = new EpochLine()
    for (let ms = 0; ms < MINUTE; ms += 1000) {
      for (const again of [0, 0, 1, -1, -1000, -3000]) line.advance(START + ms + again, START + ms + 300)
    }
    expect(take(line, MINUTE)).toEqual([60, 60])
  })

  it('expects nothing before the first epoch', () => {
    const line = new EpochLine()
    expect(take(line, MINUTE)).toEqual([0, 0])
    feed(line, { from: 90_000, to: 120_000 })
    expect(take(line, 2 * MINUTE)).toEqual([30, 30])
  })

  it('expects epochs during silence, and does not count them twice', () => {
    const line = new EpochLine()
    feed(line, { to: 30_000 })
    const first = take(line, MINUTE)
    const second = take(line, 2 * MINUTE)
    // The line waits two seconds before it counts an epoch as missing; the next minute makes up for them.
    expect(first).toEqual([30, 58])
    expect(second).toEqual([0, 60])
    feed(line, { from: 150_000, to: 180_000 }) // as after a reconnection
    expect(take(line, 3 * MINUTE)).toEqual([30, 180 - 58 - 60])
  })

  it('counts the gap of a reconnect within a minute', () => {
    const line = new EpochLine()
    feed(line, { to: 20_000 })
    feed(line, { from: 35_000, to: MINUTE })
    expect(line.takeCounts(START + MINUTE)).toMatchObject({ received: 45, expected: 60, gaps: 1, longestGapMs: 16_000 })
  })

  it('counts late epochs as received in the next minute and expected in this one', () => {
    const line = new EpochLine()
    feed(line, { to: 40_000 })
    const first = take(line, MINUTE)
    line.advance(START + 40_000, START + 60_100)
    expect(take(line, 60_200)).toEqual([1, 0])
    first[0]!++
    for (let ms = 41_000; ms < 65_000; ms += 1000) line.advance(START + ms, START + 65_300)
    feed(line, { from: 65_000, to: 2 * MINUTE })
    const second = take(line, 2 * MINUTE)
    expect([first[0]! + second[0]!, first[1]! + second[1]!]).toEqual([120, 120])
  })

  it('recovers from a clock jump', () => {
    for (const jump of [2 * 3_600_000, -2 * 3_600_000, 660_000, -60_000]) {
      const line = new EpochLine()
      feed(line, { to: 30_000 })
      for (let ms = 30_000; ms < MINUTE; ms += 1000) line.advance(START + jump + ms, START + ms + 300)
      expect(take(line, MINUTE)).toEqual([60, 60])
    }
  })

  it('counts the silence before a jump as missing', () => {
    const line = new EpochLine()
    feed(line, { to: 30_000 })
    for (let ms = 50_000; ms < MINUTE; ms += 1000) line.advance(START - 3_600_000 + ms, START + ms + 300)
    expect(take(line, MINUTE)).toEqual([40, 30 + 19 + 10])
  })

  it('adds up over minutes, whatever is lost', () => {
    const losses = fc.uniqueArray(fc.integer({ min: 3, max: 598 }), { maxLength: 250 })
    fc.assert(
      fc.property(losses, fc.integer({ min: 0, max: 1500 }), (losses, delay) => {
        const line = new EpochLine()
        let [received, expected] = [0, 0]
        for (let minute = 0; minute < 10; minute++) {
          const [from, to] = [minute * MINUTE, (minute + 1) * MINUTE]
          feed(line, { from, to, delay, lost: (ms) => losses.includes(ms / 1000) })
          const counts = line.takeCounts(START + to + delay)
          received += counts.received
          expected += counts.expected
        }
        expect(received).toBe(600 - losses.length)
        expect(Math.abs(expected - 600)).toBeLessThanOrEqual(12)
      }),
      { numRuns: 50 },
    )
  })
})
