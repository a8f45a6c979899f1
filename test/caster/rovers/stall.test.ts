// A rover that stalls at any moment, for any time, on a stream in any pieces: it receives whole frames, no repetition,
// nothing old, and all omitted bytes are counted.

import { NewestEpoch } from '@vertice/rtcm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inWholeFrames } from '../../../packages/rtcm/test/support/pieces.ts'
import { Stall } from '../../../src/caster/rovers/stall.ts'
import { hear, numberedEpoch } from '../../support/numbered-epochs.ts'

const EPOCHS = 30

/** Simulates a rover: after each part it either reads, or stalls for a number of parts. */
function play(parts: readonly Buffer[], stallsFor: readonly number[]) {
  const stream = new NewestEpoch()
  const got: Buffer[] = []
  let stall: Stall | null = null
  let leftOut = 0
  let lasts = 0
  for (const [at, part] of parts.entries()) {
    stream.push(part)
    if (!stall) got.push(part)
    if (stall && --lasts <= 0) {
      const end: ReturnType<Stall['end']> = stall.end()
      got.push(end.bytes)
      leftOut += end.leftOut
      stall = null
    }
    if (stall) continue
    lasts = stallsFor[at % stallsFor.length]!
    if (lasts > 0) stall = Stall.after(stream)
  }
  return { bytes: Buffer.concat(got), leftOut, stalled: stall !== null }
}

describe('a stall', () => {
  it('splits no frame, repeats none, and omits only data older than the newest epoch', () => {
    const stream = Buffer.concat(Array.from({ length: EPOCHS }, (_, number) => numberedEpoch(number, 60)))
    const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 15 })
    const stalls = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(sizes, stalls, (cuts, stallsFor) => {
        const { bytes, leftOut, stalled } = play(inWholeFrames(stream, cuts), stallsFor)
        const { epochs, torn } = hear(bytes)
        expect(torn).toBe(0)
        expect(epochs).toEqual([...epochs].sort((one, other) => one - other))
        // Four frames per epoch, without repetition.
        for (let number = 0; number < EPOCHS; number++)
          expect(epochs.filter((epoch) => epoch === number).length).toBeLessThanOrEqual(4)
        if (!stalled) expect(bytes.length + leftOut).toBe(stream.length)
      }),
      { numRuns: 500 },
    )
  })

  it('sends the part that had not been sent at its start, or counts it as omitted', () => {
    const stream = new NewestEpoch()
    const [one, two] = [numberedEpoch(0), numberedEpoch(1)]
    stream.push(one)
    const stall = Stall.before(stream, one.length)
    expect(stall.end().bytes.equals(one)).toBe(true)
    stream.push(two)
    expect(stall.end().bytes.equals(two)).toBe(true)
    expect(stall.end().leftOut).toBe(one.length)
  })

  it('continues with the new stream if the rover moves during the stall', () => {
    const [one, other] = [new NewestEpoch(), new NewestEpoch()]
    one.push(numberedEpoch(0))
    other.push(numberedEpoch(5))
    const stall = Stall.after(one)
    stall.changeTo(other)
    other.push(numberedEpoch(6))
    expect(stall.end().bytes.equals(numberedEpoch(6))).toBe(true)
  })
})
