import { describe, expect, it } from 'vitest'
import { atOnce, inTurns, jsonInTurns, listInTurns, mapInTurns } from '../../src/running/turns.ts'
import { heldBy, LONGEST_HELD_MS } from '../support/loop-watch.ts'

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

  it('of a list, made item by item', async () => {
    const items = Array.from({ length: 1_001 }, (_, index) => index)
    expect(await listInTurns(items, (item) => [item])).toBe(JSON.stringify(items.map((item) => [item])))
  })
})
