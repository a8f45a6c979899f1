import { encodeMsm, frame } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { epochFrame, msm7Epoch, stationFrames } from '../../../packages/rtcm/test/support/epochs.ts'
import { EpochCounter } from '../../../src/archive/segments/epoch-counter.ts'

const HOUR = Date.parse('2026-11-18T07:00:00Z')
const glonass = (instantMs: number) => {
  const signals = [{ signal: '1C', pseudorange: 21e6, phaseRange: 21e6, phaseRangeRate: null, cnr: 45, lockTime: 60 }]
  const satellites = [{ satellite: 1, frequencyChannel: 1, signals }]
  return frame(encodeMsm(4, { constellation: 'GLO', stationId: 1, instantMs, moreFollow: false, satellites }))
}

/** Counts epochs at these times, each received when it was observed unless `receivedAt` says otherwise. */
function count(times: readonly number[], receivedAt = (time: number) => time) {
  const counter = new EpochCounter()
  for (const time of times) counter.push(epochFrame(time), receivedAt(time))
  const { epochs, intervalMs } = counter.counts
  return { epochs, intervalMs }
}
const every = (stepMs: number, number: number, from = HOUR) =>
  Array.from({ length: number }, (_, n) => from + n * stepMs)

describe('epochs', () => {
  it('are counted once for all constellations, with their first and last time', () => {
    const counter = new EpochCounter()
    let bytes = 0
    for (const time of every(1000, 60)) {
      const frames = Buffer.concat([...msm7Epoch(time), ...stationFrames()])
      bytes += frames.length
      counter.push(frames, time + 300)
    }
    expect(counter.counts).toEqual({
      ...{ bytes, epochs: 60, intervalMs: 1000 },
      firstEpoch: new Date(HOUR),
      lastEpoch: new Date(HOUR + 59_000),
    })
  })

  it('are none in station messages', () => {
    const counter = new EpochCounter()
    counter.push(Buffer.concat(stationFrames()), HOUR)
    expect(counter.counts).toMatchObject({ epochs: 0, intervalMs: null, firstEpoch: null, lastEpoch: null })
  })

  it.each([
    ['50 Hz', every(20, 500), { epochs: 500, intervalMs: 20 }],
    ['30 s', every(30_000, 10), { epochs: 10, intervalMs: 30_000 }],
    ['a gap', [...every(1000, 10), ...every(1000, 10, HOUR + 60_000)], { epochs: 20, intervalMs: 1000 }],
    ['every third lost', every(1000, 60).filter((_, n) => n % 3 !== 0), { epochs: 40, intervalMs: 1000 }],
    ['a change of rate', [...every(1000, 10), ...every(200, 100, HOUR + 10_000)], { epochs: 110, intervalMs: 200 }],
    ['repeated messages', every(1000, 10).flatMap((time) => [time, time]), { epochs: 10, intervalMs: 1000 }],
    ['a frozen receiver', [...every(1000, 5), ...Array(20).fill(HOUR + 4000)], { epochs: 5, intervalMs: 1000 }],
    [
      'a resent minute',
      [...every(1000, 60), ...every(1000, 60), ...every(1000, 5, HOUR + 60_000)],
      { epochs: 65, intervalMs: 1000 },
    ],
    ['a step back', [...every(1000, 30), ...every(1000, 30, HOUR - 3_600_000)], { epochs: 60, intervalMs: 1000 }],
    ['late messages', [0, 1, 2, 3, 4, 6, 5, 7, 8].map((n) => HOUR + n * 1000), { epochs: 9, intervalMs: 1000 }],
    ['jitter of a millisecond', every(1000, 30).map((time, n) => time + (n % 2)), { epochs: 30, intervalMs: 1000 }],
  ])('with %s', (_, times, expected) => expect(count(times)).toEqual(expected))

  it('of a receiver whose clock is years off are counted too', () => {
    expect(count(every(1000, 30), (time) => time + 3 * 365 * 86_400_000)).toEqual({ epochs: 30, intervalMs: 1000 })
  })

  it('are counted once if one constellation is hours off', () => {
    const counter = new EpochCounter()
    for (const time of every(1000, 60))
      counter.push(Buffer.concat([epochFrame(time), glonass(time - 3 * 3_600_000)]), time)
    expect(counter.counts.epochs).toBe(60)
  })

  it('survive random bytes and random times', () => {
    const counter = new EpochCounter()
    for (let n = 0; n < 5_000; n++) {
      const time = HOUR + Math.floor(Math.random() * 86_400_000)
      counter.push(Buffer.concat([Buffer.from([0xd3, 0, 200, n & 255]), epochFrame(time)]), HOUR + n)
    }
    expect(counter.counts.epochs).toBeGreaterThan(4_000)
  })
})
