import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '../../../../test/support/cpu-time.ts'
import { measuresTime } from '../../../../test/support/loop-watch.ts'
import { frame } from '../../src/encode/frames.ts'
import { FrameReader } from '../../src/frames/frame-reader.ts'

const EXAMPLE = Buffer.from('d300133ed7d30202980edeef34b4bd62ac0941986f33360b98', 'hex')

function read(...chunks: Buffer[]) {
  const frames: string[] = []
  const reader = new FrameReader((payload, type) => frames.push(`${type} ${payload.toString('hex')}`))
  for (const chunk of chunks) reader.push(chunk)
  return { frames, ...reader.takeCounts() }
}

const shown = (payload: Uint8Array) =>
  `${(payload[0]! << 4) | (payload[1]! >> 4)} ${Buffer.from(payload).toString('hex')}`

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end))
}

const payload = fc.uint8Array({ minLength: 2, maxLength: 60 })
const places = fc.array(fc.nat(), { maxLength: 30 })
/** Bytes that look like the start of a frame are as likely as all others together. */
const spitefulByte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0xd3, 0, 1, 2, 3))
const noise = fc.array(spitefulByte, { maxLength: 80 }).map((bytes) => Buffer.from(bytes))
/** A frame without its end (cut so that the following bytes cannot complete it by chance), or with a wrong bit. */
const broken = fc.tuple(payload, fc.nat(), fc.boolean()).map(([bytes, where, isCut]) => {
  const whole = frame(bytes)
  if (isCut) return whole.subarray(0, where % (whole.length - 3))
  whole[(where >>> 3) % whole.length]! ^= 1 << (where & 7)
  return whole
})

describe('FrameReader', () => {
  it('reads the example of the standard', () => {
    expect(read(EXAMPLE)).toEqual({
      frames: ['1005 3ed7d30202980edeef34b4bd62ac0941986f33'],
      badCrcs: 0,
      skippedBytes: 0,
    })
  })

  it('reads it byte by byte', () => {
    expect(
      read(
        ...cut(
          Buffer.concat([EXAMPLE, EXAMPLE]),
          Array.from({ length: 50 }, (_, i) => i),
        ),
      ).frames,
    ).toHaveLength(2)
  })

  it('does not copy a frame that lies in one chunk', () => {
    const chunk = Buffer.concat([EXAMPLE.subarray(20), EXAMPLE, EXAMPLE])
    const buffers: ArrayBufferLike[] = []
    const reader = new FrameReader(({ buffer }) => buffers.push(buffer))
    reader.push(EXAMPLE.subarray(0, 20))
    reader.push(chunk)
    expect(buffers.map((buffer) => buffer === chunk.buffer)).toEqual([false, true, true])
  })

  it('reads empty frames and the longest ones', () => {
    expect(read(frame(Buffer.alloc(0)), frame(Buffer.alloc(1)), EXAMPLE)).toMatchObject({ skippedBytes: 0, badCrcs: 0 })
    const longest = Buffer.alloc(1023, 0x5a)
    expect(read(frame(longest)).frames).toEqual([shown(longest)])
    expect(() => frame(Buffer.alloc(1024))).toThrow(RangeError)
  })

  it('resumes one byte after a bad CRC', () => {
    const bad = Buffer.from(EXAMPLE)
    bad[24]! ^= 1
    const claimsWhatFollows = Buffer.from([0xd3, 0, 40])
    const { frames, badCrcs, skippedBytes } = read(bad, claimsWhatFollows, EXAMPLE, EXAMPLE, Buffer.alloc(600))
    expect(frames).toHaveLength(2)
    // Three, because the example contains D3 02 02, which looks like a frame header.
    expect({ badCrcs, skippedBytes }).toEqual({ badCrcs: 3, skippedBytes: bad.length + 3 + 600 })
  })

  it('drops a partial frame on a new connection', () => {
    const frames: number[] = []
    const reader = new FrameReader((_, type) => frames.push(type))
    reader.push(EXAMPLE.subarray(0, 22))
    reader.restart()
    reader.push(EXAMPLE)
    expect(frames).toEqual([1005])
    expect(reader.takeCounts()).toEqual({ badCrcs: 0, skippedBytes: 22 })
    expect(reader.takeCounts()).toEqual({ badCrcs: 0, skippedBytes: 0 })
  })

  it('loses no valid frame among noise and broken ones, however the bytes are split', () => {
    const part = fc.oneof(
      payload.map((bytes) => ({ bytes: frame(bytes), good: shown(bytes) })),
      noise.map((bytes) => ({ bytes, good: null })),
      broken.map((bytes) => ({ bytes, good: null })),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), places, (parts, where) => {
        // A false header in the noise can wait for as many bytes as the longest frame has.
        const bytes = Buffer.concat([...parts.map((part) => part.bytes), Buffer.alloc(1029)])
        const good = parts.flatMap(({ good }) => good ?? [])
        const whole = read(bytes)
        expect(read(...cut(bytes, where))).toEqual(whole)
        expect(whole.frames).toEqual(good)
        const inFrames = parts.reduce((sum, { bytes, good }) => sum + (good ? bytes.length : 0), 0)
        // Every flipped bit makes a frame invalid, so all bytes outside good frames are skipped.
        expect(whole.skippedBytes).toBe(bytes.length - inFrames)
      }),
      { numRuns: 400 },
    )
  })

  it('survives any input', () => {
    fc.assert(
      fc.property(fc.array(fc.array(spitefulByte, { maxLength: 400 }), { maxLength: 8 }), (chunks) => {
        const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
        expect(read(...chunks.map((chunk) => Buffer.from(chunk))).skippedBytes).toBeLessThanOrEqual(total)
      }),
    )
  })

  describe('input that is not RTCM stays cheap', () => {
    const pattern = (...bytes: number[]) => Buffer.alloc(2 ** 20, Buffer.from(bytes))

    it.each([
      ['preambles', pattern(0xd3)],
      ['false heads of the longest frames', pattern(0xd3, 3, 0xff)],
      ['false heads of short frames', pattern(0xd3, 0, 3)],
      ['text', pattern(...Buffer.from('$GPGGA,123519,4807.038,N'))],
    ])('%s', measuresTime(), (_, bytes) => {
      const chunks = Array.from({ length: bytes.length / 1024 }, (_, i) => bytes.subarray(i * 1024, (i + 1) * 1024))
      let found: ReturnType<typeof read> | null = null
      // Without a limit the second one takes 0.9 s for its megabyte; with it 28 ms.
      expect(
        cpuMsOf(() => {
          found = read(...chunks, EXAMPLE, Buffer.alloc(1029), EXAMPLE, EXAMPLE)
        }),
      ).toBeLessThan(500)
      expect(found!.frames.length, 'finds frames again').toBeGreaterThanOrEqual(2)
    })
  })
})
