import { setImmediate as immediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FallbackRound } from '../../../src/base/running/fallback-round.ts'

const away = new Error('away')
const wrong = new Error('wrong')
const isAway = (error: unknown) => error === away

/** Remembers input 1 only. */
const remembered = (input: number) => (input === 1 ? 'remembered' : undefined)

describe('FallbackRound', () => {
  it('prefers an answer to memory', async () => {
    const round = new FallbackRound<number, string>(async (inputs) => inputs.map(() => 'answered'), {
      timeoutMs: 60_000,
      remembered,
      isAway,
    })
    expect(await Promise.all([round.join(1), round.join(2)])).toEqual(['answered', 'answered'])
  })

  it('answers from memory if the round is unavailable, and fails for unknown inputs', async () => {
    const round = new FallbackRound<number, string>(() => Promise.reject(away), {
      timeoutMs: 60_000,
      remembered,
      isAway,
    })
    expect(await Promise.allSettled([round.join(1), round.join(2)])).toEqual([
      { status: 'fulfilled', value: 'remembered' },
      { status: 'rejected', reason: away },
    ])
  })

  it('does not use memory for other failures', async () => {
    const round = new FallbackRound<number, string>(() => Promise.reject(wrong), {
      timeoutMs: 60_000,
      remembered,
      isAway,
    })
    await expect(round.join(1)).rejects.toBe(wrong)
  })

  it('answers known inputs from memory after the timeout, also later callers; others wait', async () => {
    const answer = Promise.withResolvers<void>()
    let rounds = 0
    const round = new FallbackRound<number, string>(
      async (inputs) => {
        rounds += 1
        await answer.promise
        return inputs.map((input) => `answered ${input}`)
      },
      { timeoutMs: 20, remembered, isAway },
    )
    const other = round.join(2)
    const known = round.join(1)
    while (rounds === 0) await immediate()
    const waiting = round.join(1)
    expect(await known).toBe('remembered')
    expect(await waiting).toBe('remembered')
    expect(await round.join(1)).toBe('remembered')
    expect(rounds).toBe(1)
    answer.resolve()
    expect(await other).toBe('answered 2')
    expect(await round.join(1)).toBe('answered 1')
  })
})
