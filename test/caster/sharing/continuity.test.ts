import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Continuity } from '../../../src/caster/sharing/continuity.ts'

describe('the messages of a stream', () => {
  it('are forwarded once and in order, never from an owner after its successor; gaps are counted', () => {
    const message = fc.record({
      fencingToken: fc.integer({ min: 1, max: 4 }),
      sequence: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 100 }), (messages) => {
        const continuity = new Continuity()
        const passed = messages.filter(({ fencingToken, sequence }) =>
          ['next', 'new_owner'].includes(continuity.take(fencingToken, sequence)),
        )
        let missed = 0
        for (const [index, { fencingToken, sequence }] of passed.entries()) {
          const before = passed[index - 1]
          if (!before) continue
          expect(fencingToken).toBeGreaterThanOrEqual(before.fencingToken)
          if (fencingToken > before.fencingToken) continue
          expect(sequence).toBeGreaterThan(before.sequence)
          missed += sequence - before.sequence - 1
        }
        expect(continuity.missed).toBe(missed)
      }),
    )
  })

  it('are dropped once the successor of their owner is known, even before that sends anything', () => {
    const continuity = new Continuity()
    expect(continuity.take(5, 1)).toBe('new_owner')
    expect(continuity.adopt(6)).toBe(true)
    expect(continuity.adopt(6)).toBe(false)
    expect(continuity.take(5, 2)).toBe('not_the_owner')
    expect(continuity.take(6, 17)).toBe('next')
    expect(continuity.missed).toBe(0)
  })

  it('are not counted as missing if they arrived without a subscription', () => {
    const continuity = new Continuity()
    continuity.take(1, 1)
    continuity.pause()
    expect(continuity.take(1, 1_000)).toBe('next')
    expect(continuity.take(1, 1_003)).toBe('next')
    expect(continuity.missed).toBe(2)
  })
})
