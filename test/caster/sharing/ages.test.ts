import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MessageAges, OLDEST_MS } from '../../../src/caster/sharing/message-ages.ts'

describe('the age of a message from another node', () => {
  it('does not depend on the clock offset between the nodes', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.array(fc.nat(5_000), { minLength: 1, maxLength: 200 }),
        (apart, ways) => {
          const [one, other] = [new MessageAges(), new MessageAges()]
          ways.forEach((way, second) => {
            const sentAt = second * 1_000
            const age = one.of('a', sentAt, sentAt + way)
            expect(other.of('a', sentAt, sentAt + way + Math.round(apart))).toBeCloseTo(age, 1)
          })
        },
      ),
    )
  })

  it('is never negative, and zero for the fastest recent message', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000), { minLength: 1, maxLength: 200 }), (ways) => {
        const ages = new MessageAges()
        let quickest = Number.POSITIVE_INFINITY
        for (const [second, way] of ways.slice(0, 50).entries()) {
          quickest = Math.min(quickest, way)
          expect(ages.of('a', second * 1_000, second * 1_000 + way)).toBe(way - quickest)
        }
      }),
    )
  })

  it.each([20, 600])('is known after a node was frozen for %i s: all messages that waited are old', (seconds) => {
    const ages = new MessageAges()
    for (let second = 0; second < 90; second++) ages.of('a', second * 1_000, second * 1_000 + 3)
    const wakes = (90 + seconds) * 1_000
    const waited = Array.from({ length: seconds }, (_, index) => (90 + index) * 1_000)
    const old = waited.filter((sentAt) => ages.of('a', sentAt, wakes) > OLDEST_MS)
    expect(old).toEqual(waited.filter((sentAt) => wakes - sentAt > OLDEST_MS + 3))
    expect(ages.of('a', wakes, wakes + 3)).toBe(0)
  })

  it('adapts to a longer network path within two minutes', () => {
    const ages = new MessageAges()
    ages.of('a', 0, 0)
    const late: number[] = []
    for (let second = 1; second < 200; second++)
      if (ages.of('a', second * 1_000, second * 1_000 + 3_000) > OLDEST_MS) late.push(second)
    expect(late.at(-1)).toBeLessThanOrEqual(125)
  })

  it('is measured separately for each node', () => {
    const ages = new MessageAges()
    ages.of('a', 0, 5_000)
    expect(ages.of('b', 0, 90_000)).toBe(0)
    expect(ages.of('a', 1_000, 6_500)).toBe(500)
  })
})
