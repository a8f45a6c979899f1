// The newest epoch of a stream, for any content and any split.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitWriter } from '../../src/bits.ts'
import { frame } from '../../src/encode/frames.ts'
import { NewestEpoch } from '../../src/frames/newest-epoch.ts'
import { inWholeFrames } from '../support/pieces.ts'

const message = (type: number, time: number, length = 40) => {
  const head = new BitWriter().unsigned(type, 12).unsigned(7, 12).unsigned(time, 30).bytes()
  return frame(Buffer.concat([head, Buffer.alloc(length, 0xd3)]))
}
const observations = (time: number, types = [1077, 1087, 1127]) =>
  Buffer.concat(types.map((type) => message(type, time, 10 * (type % 50))))

function fed(parts: readonly Buffer[]): NewestEpoch {
  const newest = new NewestEpoch()
  for (const part of parts) newest.push(part)
  return newest
}

describe('the newest epoch', () => {
  it('is found however the stream is split, and begins with its first observations', () => {
    const types = fc.subarray([1004, 1012, 1074, 1077, 1087, 1097, 1127, 1137], { minLength: 1 })
    const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(types, fc.integer({ min: 2, max: 6 }), sizes, fc.boolean(), (kinds, count, cuts, withStation) => {
        const epochs = Array.from({ length: count }, (_, at) => observations(1_000 * at, kinds))
        const station = withStation ? message(1005, 0) : Buffer.alloc(0)
        const stream = Buffer.concat(epochs.flatMap((epoch) => [epoch, station]))
        const newest = fed(inWholeFrames(stream, cuts))
        expect(newest.since(0).equals(Buffer.concat([epochs.at(-1)!, station]))).toBe(true)
        expect(newest.olderSince(0)).toBe(stream.length - epochs.at(-1)!.length - station.length)
        expect(newest.position).toBe(stream.length)
      }),
      { numRuns: 300 },
    )
  })

  it('is complete if a constellation is split over several messages', () => {
    const split = (time: number) => Buffer.concat([message(1077, time), message(1077, time, 90), message(1087, time)])
    const newest = fed([split(0), split(1_000)])
    expect(newest.since(0).equals(split(1_000))).toBe(true)
  })

  it('contains what has arrived so far, and is not returned twice', () => {
    const [before, now] = [observations(0), observations(1_000)]
    const first = message(1077, 1_000, 270).length
    const newest = fed([before, now.subarray(0, first)])
    expect(newest.since(0).equals(now.subarray(0, first))).toBe(true)
    newest.push(now.subarray(first))
    expect(newest.since(before.length + first).equals(now.subarray(first))).toBe(true)
    expect(newest.olderSince(before.length)).toBe(0)
    expect(newest.since(before.length + now.length)).toHaveLength(0)
  })

  it('is one shared buffer for all readers', () => {
    const newest = fed([observations(0), message(1077, 1_000), message(1087, 1_000)])
    expect(newest.since(3)).toBe(newest.since(5))
  })

  it('starts over after a reconnect, whatever its time', () => {
    const epoch = observations(0)
    const newest = fed([epoch])
    newest.restart()
    newest.push(epoch)
    expect(newest.since(0).equals(epoch)).toBe(true)
  })

  it('is found after noise, and not searched for in an incomplete header', () => {
    const noise = Buffer.from([0xd3, 0xff, 0x00, 0xd3])
    const epoch = observations(1_000)
    const newest = fed([observations(0), Buffer.concat([noise, epoch]), Buffer.from([0xd3, 0x00, 0x40, 0x43])])
    expect(newest.since(0).subarray(0, epoch.length).equals(epoch)).toBe(true)
  })

  it('is the last chunk of a stream that is not RTCM', () => {
    expect(
      fed([Buffer.from('one '), Buffer.from('two')])
        .since(0)
        .toString(),
    ).toBe('two')
  })

  it('is limited to 32 kB if epochs do not end', () => {
    const newest = fed([observations(0)])
    for (let count = 0; count < 500; count++) {
      newest.push(count % 2 ? message(1005, 0, 500) : Buffer.alloc(1_000, 'x'))
      expect(newest.since(0).length).toBeLessThanOrEqual(32 * 1024)
    }
  })
})
