import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frame } from '../../src/encode/frames.ts'
import { FrameReader } from '../../src/frames/frame-reader.ts'
import { WholeFrames } from '../../src/frames/whole-frames.ts'

/** Works like the relay. */
function relay() {
  const reader = new FrameReader(() => {})
  const whole = new WholeFrames()
  return (chunk: Buffer) => {
    reader.push(chunk)
    return { passed: whole.pass(chunk, reader.unfinishedBytes), held: reader.unfinishedBytes }
  }
}

const payload = fc.uint8Array({ minLength: 2, maxLength: 400 }).map((bytes) => Buffer.from(bytes))
const pieces = (stream: Buffer, cuts: readonly number[]) => {
  const at = [...new Set(cuts.map((cut) => cut % (stream.length + 1)))].sort((a, b) => a - b)
  return [0, ...at].map((from, index) => stream.subarray(from, at[index] ?? stream.length))
}

describe('a stream that is split anywhere', () => {
  it('is forwarded in pieces that end with a frame', () => {
    const cuts = fc.array(fc.nat(5_000), { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(payload, { minLength: 1, maxLength: 8 }), cuts, (payloads, places) => {
        const frames = payloads.map(frame)
        const ends = new Set([0])
        let at = 0
        for (const one of frames) {
          at += one.length
          ends.add(at)
        }
        const push = relay()
        let through = 0
        for (const piece of pieces(Buffer.concat(frames), places)) {
          through += push(piece).passed.length
          expect(ends.has(through)).toBe(true)
        }
        expect(through).toBe(at)
      }),
      { numRuns: 300 },
    )
  })

  it('is forwarded unchanged whatever it is, except for a possible start of a frame at the end', () => {
    const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
    const false0 = fc.constant(Buffer.from([0xd3, 0x00, 0x30, 1, 2, 3]))
    const parts = fc.array(fc.oneof(noise, payload.map(frame), false0), { maxLength: 12 })
    fc.assert(
      fc.property(parts, fc.array(fc.nat(5_000), { maxLength: 20 }), (some, cuts) => {
        const stream = Buffer.concat(some)
        const push = relay()
        const answers = pieces(stream, cuts).map(push)
        const passed = Buffer.concat(answers.map((answer) => answer.passed))
        expect(passed.equals(stream.subarray(0, passed.length))).toBe(true)
        expect(stream.length - passed.length).toBe(answers.at(-1)!.held)
        expect(stream.length - passed.length).toBeLessThan(1029)
      }),
      { numRuns: 300 },
    )
  })

  it('is forwarded without copying whole frames', () => {
    const chunk = Buffer.concat([frame(Buffer.alloc(20)), frame(Buffer.alloc(30))])
    expect(relay()(chunk).passed).toBe(chunk)
  })

  it('loses a partial frame when another connection begins', () => {
    const whole = new WholeFrames()
    const one = frame(Buffer.alloc(20, 1))
    expect(whole.pass(one.subarray(0, 10), 10)).toHaveLength(0)
    whole.restart()
    expect(whole.pass(one, 0)).toBe(one)
  })
})
