// When a base is taken for dead, on a clock of the test's own.
import { describe, expect, it } from 'vitest'
import { Feed } from '../../src/caster/feed.ts'

const DATA = Buffer.from('data')

/** Speaks every so many seconds for a while; returns when it spoke last. */
function speak(feed: Feed, everyMs: number, times: number, from = 1_000_000): number {
  for (let time = 0; time < times; time++) feed.publish(DATA, from + time * everyMs)
  return from + (times - 1) * everyMs
}

describe('a stream', () => {
  it('is dead before its first byte, alive from it on, and dead at once when its source is gone', () => {
    const feed = new Feed(1)
    expect(feed.isAlive(1000)).toBe(false)
    feed.publish(DATA, 1000)
    expect(feed.isAlive(1000)).toBe(true)
    feed.end()
    expect(feed.isAlive(1000)).toBe(false)
  })

  it.each([
    { everyMs: 100, deadAfterMs: 3_000 },
    { everyMs: 1_000, deadAfterMs: 3_500 },
    { everyMs: 2_000, deadAfterMs: 7_000 },
    { everyMs: 5_000, deadAfterMs: 17_500 },
    { everyMs: 15_000, deadAfterMs: 52_500 },
    { everyMs: 30_000, deadAfterMs: 60_000 },
  ])('that speaks every $everyMs ms is alive between its words and dead $deadAfterMs ms after the last', (pace) => {
    const feed = new Feed(1)
    const last = speak(feed, pace.everyMs, 60)
    expect(feed.isAlive(last + pace.everyMs)).toBe(true)
    expect(feed.isAlive(last + pace.deadAfterMs * 0.97)).toBe(true)
    expect(feed.isAlive(last + pace.deadAfterMs * 1.03)).toBe(false)
    expect(feed.aliveForMs(last)).toBeGreaterThan(50 * pace.everyMs)
  })

  it('that becomes slower while it is connected is alive again between its words', () => {
    const feed = new Feed(1)
    const last = speak(feed, 1_000, 60)
    const slower = speak(feed, 10_000, 10, last + 10_000)
    expect(feed.isAlive(slower + 10_000)).toBe(true)
    expect(feed.aliveForMs(slower)).toBeGreaterThan(70_000)
  })

  it('of many parts a second is not taken for a quick one', () => {
    const feed = new Feed(1)
    for (let second = 0; second < 60; second++)
      for (let part = 0; part < 4; part++) feed.publish(DATA, second * 1000 + part * 10)
    expect(feed.isAlive(59_030 + 3_300)).toBe(true)
    expect(feed.isAlive(59_030 + 3_600)).toBe(false)
  })

  it('without any gap is found dead within 5 s too, once it has spoken for a while', () => {
    const feed = new Feed(1)
    const last = speak(feed, 20, 200)
    expect(feed.isAlive(last + 2_900)).toBe(true)
    expect(feed.isAlive(last + 3_100)).toBe(false)
    const again = speak(feed, 20, 200, last + 10_000) // nor does it remember a silence as its pace
    expect(feed.isAlive(again + 3_100)).toBe(false)
    const single = new Feed(2)
    single.publish(DATA, 1_000)
    single.publish(DATA, 1_020)
    expect(single.isAlive(31_000)).toBe(true) // it may speak every half a minute
  })

  it('has flowed since its last silence', () => {
    const feed = new Feed(1)
    const last = speak(feed, 1_000, 30)
    expect(feed.aliveForMs(last)).toBe(29_000)
    const again = speak(feed, 1_000, 10, last + 20_000)
    expect(feed.aliveForMs(again)).toBe(9_000)
    expect(feed.aliveForMs(again + 30_000)).toBe(0)
  })

  it('is found dead within 5 s again soon after a long silence', () => {
    const feed = new Feed(1)
    const last = speak(feed, 1_000, 30)
    const again = speak(feed, 1_000, 20, last + 50_000)
    expect(feed.isAlive(again + 4_700)).toBe(false)
  })
})
