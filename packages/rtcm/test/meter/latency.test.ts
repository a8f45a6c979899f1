import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Latency } from '../../src/meter/latency.ts'
import { Samples } from '../../src/meter/samples.ts'

const medianOf = (values: readonly number[]) => {
  const samples = new Samples()
  for (const value of values) samples.add(value)
  return samples.take()
}

describe('Samples', () => {
  it('has the exact median of up to 128 values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 128 }), (values) => {
        const sorted = values.toSorted((a, b) => a - b)
        expect(medianOf(values)).toBe(sorted[Math.ceil(sorted.length / 2) - 1] ?? null)
      }),
    )
  })

  it('has an approximate median of more values, sampled over the whole minute', () => {
    const rising = Array.from({ length: 6000 }, (_, index) => index)
    expect(Math.abs(medianOf(rising)! - 3000)).toBeLessThan(100)
    expect(Math.abs(medianOf(rising.toReversed())! - 3000)).toBeLessThan(100)
  })

  it('is empty after it was taken', () => {
    const samples = new Samples()
    for (let value = 0; value < 1000; value++) samples.add(value)
    samples.take()
    expect(samples.take()).toBeNull()
    samples.add(7)
    expect(samples.take()).toBe(7)
  })
})

describe('Latency', () => {
  const factsOf = (...latencies: number[]) => {
    const latency = new Latency()
    for (const ms of latencies) latency.add(ms)
    return latency.take()
  }

  it('is the median of the minute', () => {
    expect(factsOf(200, 9000, 300)).toEqual({ medianMs: 300, clamped: 0, unknown: 0, timeAheadMs: null })
    expect(factsOf(299.6)).toEqual({ medianMs: 300, clamped: 0, unknown: 0, timeAheadMs: null })
    expect(factsOf()).toEqual({ medianMs: null, clamped: 0, unknown: 0, timeAheadMs: null })
  })

  it('is never negative: slightly early epochs count as zero and are reported', () => {
    expect(factsOf(-1, -1999, -3, 40)).toEqual({ medianMs: 0, clamped: 3, unknown: 0, timeAheadMs: null })
  })

  it('is unknown when it is implausible for most epochs', () => {
    expect(factsOf(-600_001, -3 * 86_400_000, 600_001)).toMatchObject({ medianMs: null, clamped: 0, unknown: 3 })
    expect(factsOf(100, 700_000, 800_000)).toMatchObject({ medianMs: null, unknown: 2 })
    expect(factsOf(100, 200, 800_000)).toMatchObject({ medianMs: 100, unknown: 1, timeAheadMs: null })
    expect(factsOf(600_000)).toMatchObject({ medianMs: 600_000, unknown: 0 })
  })

  it('is 0 for epochs that are seconds or minutes early, with the offset', () => {
    expect(factsOf(-3000, -3100, -2900)).toEqual({ medianMs: 0, clamped: 3, unknown: 0, timeAheadMs: 3000 })
    expect(factsOf(-600_000)).toMatchObject({ medianMs: 0, timeAheadMs: 600_000 })
    expect(factsOf(-3000, 100, 200)).toMatchObject({ medianMs: 100, timeAheadMs: null })
    expect(factsOf(-2000, -1)).toMatchObject({ medianMs: 0, timeAheadMs: null })
  })

  it('is unknown for impossible times, which are reported as ahead or behind', () => {
    expect(factsOf(-7_200_000)).toMatchObject({ medianMs: null, timeAheadMs: 7_200_000 })
    expect(factsOf(7_200_000, 100, 7_200_000)).toMatchObject({ medianMs: null, timeAheadMs: -7_200_000 })
  })
})
