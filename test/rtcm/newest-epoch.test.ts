// The newest epoch of a stream, however it arrives and whatever it holds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitWriter } from '../../src/rtcm/bits.ts'
import { frame } from '../../src/rtcm/encode/frames.ts'
import { NewestEpoch } from '../../src/rtcm/newest-epoch.ts'
import { inPieces } from '../support/pieces.ts'

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
  it('is found however the stream is cut, and begins with its first observations', () => {
    const types = fc.subarray([1004, 1012, 1074, 1077, 1087, 1097, 1127, 1137], { minLength: 1 })
    const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(types, fc.integer({ min: 2, max: 6 }), sizes, fc.boolean(), (kinds, count, cuts, withStation) => {
        const epochs = Array.from({ length: count }, (_, at) => observations(1_000 * at, kinds))
        const station = withStation ? message(1005, 0) : Buffer.alloc(0)
        const stream = Buffer.concat(epochs.flatMap((epoch) => [epoch, station]))
        const newest = fed(inPieces(stream, cuts))
        expect(newest.since(0).equals(Buffer.concat([epochs.at(-1)!, station]))).toBe(true)
        expect(newest.olderSince(0)).toBe(stream.length - epochs.at(-1)!.length - station.length)
        expect(newest.position).toBe(stream.length)
        expect(newest.isTorn).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('of a constellation in several messages is whole', () => {
    const split = (time: number) => Buffer.concat([message(1077, time), message(1077, time, 90), message(1087, time)])
    const newest = fed([split(0), split(1_000)])
    expect(newest.since(0).equals(split(1_000))).toBe(true)
  })

  it('is what came of it so far', () => {
    const [before, now] = [observations(0), observations(1_000)]
    for (const length of [15, 100, now.length]) {
      const newest = fed([before, now.subarray(0, length)])
      expect(newest.since(0).equals(now.subarray(0, length))).toBe(true)
    }
  })

  it('is not given twice: only what came since then', () => {
    const epoch = observations(0)
    const newest = fed([epoch.subarray(0, 50), epoch.subarray(50)])
    expect(newest.since(50).equals(epoch.subarray(50))).toBe(true)
    expect(newest.olderSince(50)).toBe(0)
    expect(newest.since(epoch.length)).toHaveLength(0)
  })

  it('is one buffer for all who ask', () => {
    const newest = fed([observations(0), observations(1_000).subarray(0, 99), observations(1_000).subarray(99)])
    expect(newest.since(3)).toBe(newest.since(5))
  })

  it('says how many bytes end a frame that began before, and whether one is torn', () => {
    const epoch = observations(0)
    const first = message(1077, 0, 270).length
    const newest = fed([epoch.subarray(0, 2)])
    expect([newest.rest, newest.isTorn]).toEqual([0, true])
    newest.push(epoch.subarray(2, 20))
    expect([newest.rest, newest.isTorn]).toEqual([18, true])
    newest.push(epoch.subarray(20))
    expect([newest.rest, newest.isTorn]).toEqual([first - 20, false])
    newest.push(epoch)
    expect([newest.rest, newest.isTorn]).toEqual([0, false])
  })

  it('after another connection begins with it, also when the last one broke within a frame', () => {
    const epoch = observations(0)
    const newest = fed([epoch.subarray(0, 30)])
    newest.restart()
    newest.push(epoch)
    expect(newest.rest).toBe(0)
    expect(newest.since(0).equals(epoch)).toBe(true)
  })

  it('of what is no RTCM is what came last', () => {
    expect(
      fed([Buffer.from('one '), Buffer.from('two')])
        .since(0)
        .toString(),
    ).toBe('two')
  })

  it('never grows: a stream whose epochs do not end is kept for 32 kB at most', () => {
    const newest = fed([observations(0)])
    for (let count = 0; count < 500; count++) {
      newest.push(count % 2 ? message(1005, 0, 500) : Buffer.alloc(1_000, 'x'))
      expect(newest.since(0).length).toBeLessThanOrEqual(32 * 1024)
    }
  })
})
