import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atOnce, inTurns, jsonInTurns, mapInTurns } from '../../../src/base/running/turns.ts'
import { heldBy, LONGEST_HELD_MS } from '../../support/loop-watch.ts'

/** Keeps the processor busy for so many milliseconds, and the system not at all: asking it for the time spent takes longer than the work. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

describe('long work in turns', () => {
  it('comes to the same, and lets others go first', async () => {
    const items = Array.from({ length: 400 }, (_, index) => index)
    let others = 0
    const timer = setInterval(() => others++, 1)
    const { result, heldMs } = await heldBy(() =>
      mapInTurns(items, (item) => {
        work(1)
        return item * 2
      }),
    )
    clearInterval(timer)
    expect(result).toEqual(items.map((item) => item * 2))
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
    expect(others).toBeGreaterThan(5)
  })

  it('that is done at once comes to the same as well', async () => {
    function* steps(): Generator<undefined, string> {
      yield
      return 'done'
    }
    expect([atOnce(steps()), await inTurns(steps())]).toEqual(['done', 'done'])
  })

  it('that fails, fails', async () => {
    await expect(
      mapInTurns([1], () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
  })
})

describe('several long works', () => {
  // A step takes as long as the test says: on a busy machine even a short work can be interrupted for several turns.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** Each step is a turn by itself. */
  function* steps(name: string, count: number, told: string[], fails = false): Generator<undefined, void> {
    for (let step = 0; step < count; step++) {
      vi.advanceTimersByTime(4)
      told.push(name)
      yield
    }
    if (fails) throw new Error('no')
  }

  it('go one after the other, also when one fails, and nothing short waits for them', async () => {
    const told: string[] = []
    const [a, b, short] = [
      inTurns(steps('a', 5, told, true)),
      inTurns(steps('b', 5, told)),
      mapInTurns(Array(20).fill(0), () => told.push('short')),
    ]
    await short
    expect(told.filter((name) => name !== 'short').join('')).toBe('ab')
    await expect(a).rejects.toThrow('no')
    await b
    expect(told.filter((name) => name !== 'short').join('')).toBe('abaaaabbbb')
  })

  it('and a very long one lets the others go first from time to time', async () => {
    const told: string[] = []
    await Promise.all([inTurns(steps('a', 60, told)), inTurns(steps('b', 5, told))])
    // The first in line keeps its place for 100 ms, 25 steps of 4 ms with the one of the other.
    expect(told.join('')).toBe(`ab${'a'.repeat(24)}bbbb${'a'.repeat(35)}`)
  })
})

describe('JSON in turns', () => {
  it.each([
    {},
    { ok: true, rows: [] },
    { ok: true, missing: undefined, none: null, at: new Date(0), text: 'a"b' },
    {
      rows: Array.from({ length: 250 }, (_, index) => ({ index, left: undefined })),
      skipped: [[], [1], undefined, null],
    },
  ])('is the text of JSON.stringify: %#', async (answer) => {
    expect(await jsonInTurns(answer)).toBe(JSON.stringify(answer))
  })
})
