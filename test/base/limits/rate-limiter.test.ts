import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RateLimiter, type ShareCounts, type SlotCount } from '../../../src/base/limits/rate-limiter.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'
import { measuresTime } from '../../support/loop-watch.ts'

const START = Date.parse('2026-11-14T18:00:00.000Z')
const WINDOW_MS = 60_000

/** Nodes that share their counts, as the database table does. */
function together() {
  const rows: (SlotCount & { node: number })[] = []
  let nodes = 0
  return (): ShareCounts => {
    const node = ++nodes
    return async (news, since) => {
      rows.push(...news.map((one) => ({ ...one, node })))
      const clients = new Set(news.map(({ client }) => client))
      return rows.filter((row) => row.node !== node && row.slot >= since && clients.has(row.client))
    }
  }
}

describe('a rate limit', () => {
  it('applies to any 60 seconds, not to clock minutes', () => {
    const limiter = new RateLimiter(240)
    const edge = Math.ceil(START / WINDOW_MS) * WINDOW_MS + WINDOW_MS
    const pass = (at: number) => limiter.hit('one', at).allowed
    expect(Array.from({ length: 240 }, () => pass(edge - 1000)).every(Boolean)).toBe(true)
    expect(Array.from({ length: 240 }, () => pass(edge + 1000)).some(Boolean)).toBe(false)
    expect([pass(edge + 58_999), pass(edge + 59_000)]).toEqual([false, true])
  })

  it('matches a simple model with all timestamps, including the remainder and the reset time', () => {
    const steps = fc.array(
      fc.record({
        wait: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(0, 1, 59_999, 60_000, 60_001, 200_000)),
        client: fc.constantFrom('a', 'b'),
        times: fc.constantFrom(1, 1, 1, 3),
      }),
      { maxLength: 150 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 12 }), steps, (limit, moves) => {
        const limiter = new RateLimiter(limit)
        const passed: { client: string; at: number }[] = []
        let now = START
        for (const { wait, client, times } of moves) {
          now += wait
          const inWindow = (at: number) =>
            passed.filter((one) => one.client === client && one.at > at - WINDOW_MS).length
          const before = inWindow(now)
          const isFull = before + 1 > limit
          expect(limiter.waitOf(client, now) === null).toBe(!isFull)
          const { allowed, remaining, resetSeconds } = limiter.hit(client, now, times)
          expect(allowed).toBe(before + times <= limit)
          if (allowed) passed.push(...Array.from({ length: times }, () => ({ client, at: now })))
          expect(remaining).toBe(limit - inWindow(now))
          // The limit is free at the reset time, and not a second earlier.
          const isFree = (at: number) => (allowed ? inWindow(at) < inWindow(now) : inWindow(at) + times <= limit)
          expect(isFree(now + resetSeconds * 1000)).toBe(true)
          expect(resetSeconds > 1 && isFree(now + (resetSeconds - 1) * 1000 - 1)).toBe(false)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('does not count rejected requests: a persistent client gets its full rate', () => {
    const limiter = new RateLimiter(10)
    let passed = 0
    for (let at = 0; at < 10 * WINDOW_MS; at += 100) if (limiter.hit('eager', START + at).allowed) passed += 1
    expect(passed).toBe(100)
  })

  it('forgets inactive clients, and starts over if the clock is set back', () => {
    const limiter = new RateLimiter(1)
    expect([limiter.hit('one', START), limiter.hit('one', START + 1)].map(({ allowed }) => allowed)).toEqual([
      true,
      false,
    ])
    expect(limiter.hit('one', START - 3_600_000).allowed).toBe(true)
    expect(limiter.hit('one', START - 3_599_000).allowed).toBe(false)
    expect(limiter.hit('one', START - 3_599_500).allowed).toBe(false)
  })
})

describe('rate limits of several nodes', () => {
  it('never exceed the limit together if each shares before the next counts', async () => {
    const moves = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 4_000 }), node: fc.nat(2) }), { maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 8 }), moves, async (limit, steps) => {
        const join = together()
        const nodes = Array.from({ length: 3 }, () => ({ limiter: new RateLimiter(limit), share: join() }))
        const passed: number[] = []
        let now = START
        for (const { wait, node } of steps) {
          now += wait
          const { limiter, share } = nodes[node]!
          const hit = limiter.count('one', now)
          await limiter.share(share)
          if (limiter.verdictOn(hit).allowed) passed.push(now)
          expect(passed.filter((at) => at > now - WINDOW_MS).length).toBeLessThanOrEqual(limit)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('admit a client again after the other nodes have counted nothing for a minute and a slot', async () => {
    const join = together()
    const [one, two] = [new RateLimiter(5), new RateLimiter(5)]
    const [shareOne, shareTwo] = [join(), join()]
    for (let count = 0; count < 5; count++) one.hit('x', START)
    await one.share(shareOne)
    expect(two.hit('x', START + 1000).allowed).toBe(true)
    await two.share(shareTwo)
    const { allowed, resetSeconds } = two.hit('x', START + 2000)
    expect(allowed).toBe(false)
    expect(resetSeconds).toBeGreaterThanOrEqual(58)
    expect(resetSeconds).toBeLessThanOrEqual(63)
    expect(two.hit('x', START + 2000 + resetSeconds * 1000).allowed).toBe(true)
  })

  it('share each count once, and repeat what failed', async () => {
    const limiter = new RateLimiter(100)
    const told: number[] = []
    let works = false
    const share: ShareCounts = async (news) => {
      if (!works) throw new Error('away')
      told.push(news.reduce((sum, { count }) => sum + count, 0))
      return []
    }
    for (let count = 0; count < 3; count++) limiter.hit('x', START + count * 7_000)
    await expect(limiter.share(share)).rejects.toThrow('away')
    works = true
    await limiter.share(share)
    await limiter.share(share)
    limiter.hit('x', START + 21_000)
    await limiter.share(share)
    expect(told).toEqual([3, 1])
  })
})

it('costs about a microsecond', measuresTime(), () => {
  const limiter = new RateLimiter(240)
  const clients = Array.from({ length: 1_000 }, (_, index) => `198.51.100.${index}`)
  const count = 200_000
  const milliseconds = cpuMsOf(() => {
    for (let index = 0; index < count; index++) limiter.hit(clients[index % 1_000]!, START + index)
  })
  // Ten times the measured value, for slower machines.
  expect((milliseconds * 1000) / count).toBeLessThan(5)
})
