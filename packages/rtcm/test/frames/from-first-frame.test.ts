import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frame } from '../../src/encode/frames.ts'
import { FromFirstFrame } from '../../src/frames/from-first-frame.ts'

const FRAME = frame(Buffer.from('something'))
/** The output for a stream that arrives in pieces of this size; `null` if it was rejected. */
function through(bytes: Buffer, size: number): Buffer | null {
  const gate = new FromFirstFrame()
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const part = gate.push(bytes.subarray(at, at + size))
    if (part === null) return null
    out.push(part)
  }
  return Buffer.concat(out)
}

describe('a stream', () => {
  it('passes from its first frame on, whatever comes before and after, however it arrives', () => {
    const before = fc
      .uint8Array({ maxLength: 2_000 })
      .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0xd3)))
    fc.assert(
      fc.property(before, fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 700 }), (noise, rest, size) => {
        const stream = Buffer.concat([FRAME, Buffer.from(rest)])
        expect(through(Buffer.concat([noise, stream]), size)?.equals(stream)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('passes even if it starts in the middle of a frame', () => {
    const long = frame(Buffer.alloc(1_000, 'no byte of it begins a frame'))
    const stream = Buffer.concat([long.subarray(400), FRAME, FRAME])
    const out = through(stream, 97)!
    expect(out.subarray(-2 * FRAME.length).equals(Buffer.concat([FRAME, FRAME]))).toBe(true)
  })

  it('yields nothing without a frame, and is rejected after 16 kB', () => {
    const text = Buffer.from('process_cpu_seconds_total 12.3\n'.repeat(1_000))
    for (const size of [1, 100, 40_000]) {
      expect(through(text, size)).toBeNull()
      expect(through(text.subarray(0, 16 * 1024), size)).toHaveLength(0)
    }
    expect(through(randomBytes(17 * 1024), 1_000)).toBeNull()
  })

  it('does not pass because of a frame with a wrong checksum', () => {
    const bad = Buffer.from(FRAME)
    bad[5]! ^= 1
    expect(through(bad, 10)).toHaveLength(0)
  })
})
