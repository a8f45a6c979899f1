import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atOnce, inTurns, jsonInTurns, mapInTurns } from '../../../src/base/running/turns.ts'
import { heldBy, LONGEST_HELD_MS } from '../../support/loop-watch.ts'

/** Busy-waits without system calls: querying the CPU time would take longer than the work. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

describe('long work in turns', () => {
  it('returns the same result and lets other work run in between', async () => {
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

  it('returns the same result when run at once', async () => {
    function* steps(): Generator<undefined, string> {
      yield
      return 'done'
    }
    expect([atOnce(steps()), await inTurns(steps())]).toEqual(['done', 'done'])
  })

  it('rejects if a step throws', async () => {
    await expect(
      mapInTurns([1], () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
  })
})

describe('several long jobs', () => {
  // The test sets the duration of each step, because a busy machine can interrupt even short work for several turns.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  function* steps(name: string, count: number, told: string[], fails = false): Generator<undefined, void> {
    for (let step = 0; step < count; step++) {
      vi.advanceTimersByTime(4)
      told.push(name)
      yield
    }
    if (fails) throw new Error('no')
  }

  it('run one after the other, even if one fails, and do not delay short work', async () => {
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

  it('take turns when one is very long', async () => {
    const told: string[] = []
    await Promise.all([inTurns(steps('a', 60, told)), inTurns(steps('b', 5, told))])
    // The first job keeps its place for 100 ms: 25 steps of 4 ms, one of them by the other job.
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
  ])('equals the output of JSON.stringify: %#', async (answer) => {
    expect(await jsonInTurns(answer)).toBe(JSON.stringify(answer))
  })
})
