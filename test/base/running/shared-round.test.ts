import { setImmediate as immediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CROWD, SharedRound } from '../../../src/base/running/shared-round.ts'

describe('SharedRound', () => {
  it('whoever asks at the same moment shares one round, and each gets their own answer', async () => {
    const rounds: number[][] = []
    const round = new SharedRound<number, string>(async (inputs) => {
      rounds.push(inputs)
      return inputs.map((input) => `answer ${input}`)
    })
    expect(await Promise.all([1, 2, 3].map((input) => round.join(input)))).toEqual(['answer 1', 'answer 2', 'answer 3'])
    expect(rounds).toEqual([[1, 2, 3]])
  })

  it('whoever asks while a round is under way joins the next one, all in one', async () => {
    const rounds: number[][] = []
    const gate = Promise.withResolvers<void>()
    const round = new SharedRound<number, number>(async (inputs) => {
      rounds.push(inputs)
      if (rounds.length === 1) await gate.promise
      return inputs
    })
    const first = round.join(1)
    await immediate()
    await immediate()
    const later = [round.join(2), round.join(3)]
    for (let turn = 0; turn < 10; turn++) await immediate()
    expect(rounds).toEqual([[1]])
    gate.resolve()
    expect(await Promise.all([first, ...later])).toEqual([1, 2, 3])
    expect(rounds).toEqual([[1], [2, 3]])
  })

  it.each([
    ['later', async () => Promise.reject(new Error('lost'))],
    [
      'at once',
      () => {
        throw new Error('lost')
      },
    ],
  ])('a round that fails %s fails for those in it only', async (_, fail) => {
    let broken = true
    const round = new SharedRound<number, number>((inputs) => (broken ? fail() : Promise.resolve(inputs)))
    const results = await Promise.allSettled([round.join(1), round.join(2)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await round.join(3)).toBe(3)
  })

  it('those who joined behind a failing round are answered by the next', async () => {
    let runs = 0
    const gate = Promise.withResolvers<void>()
    const round = new SharedRound<number, number>(async (inputs) => {
      if (++runs > 1) return inputs
      await gate.promise
      throw new Error('lost')
    })
    const first = round.join(1).catch(() => 'failed')
    while (runs === 0) await immediate()
    const second = round.join(2)
    gate.resolve()
    expect(await Promise.all([first, second])).toEqual(['failed', 2])
  })

  it('after a crowd the next round waits for company, after a single caller it does not', async () => {
    const rounds: number[] = []
    const apart = new SharedRound<number, number>(
      async (inputs) => {
        rounds.push(inputs.length)
        return inputs
      },
      { apartMs: 300 },
    )
    await Promise.all(Array.from({ length: CROWD }, (_, caller) => apart.join(caller)))
    const crowdAt = performance.now()
    const later = [apart.join(1)]
    for (let turn = 0; turn < 10; turn++) await immediate()
    later.push(apart.join(2))
    await Promise.all(later)
    expect(performance.now() - crowdAt).toBeGreaterThan(290)
    expect(rounds).toEqual([CROWD, 2])
    await Promise.all([apart.join(3), immediate()])
    expect(rounds).toEqual([CROWD, 2, 1])
  })

  it('an answer from elsewhere is for those who have one, in the round or waiting for the next', async () => {
    const gate = Promise.withResolvers<void>()
    const round = new SharedRound<number, string>(async (inputs) => {
      await gate.promise
      return inputs.map((input) => `answer ${input}`)
    })
    const [one, two] = [round.join(1), round.join(2)]
    await immediate()
    await immediate()
    const [three, four] = [round.join(3), round.join(4)]
    round.answerEarly((input) => (input === 1 || input === 3 ? 'early' : undefined), { all: false })
    expect(await one).toBe('early')
    round.answerEarly((input) => (input === 4 ? 'early' : undefined), { all: true })
    expect(await four).toBe('early')
    gate.resolve()
    expect(await Promise.all([two, three])).toEqual(['answer 2', 'answer 3'])
  })

  it('an answer is never older than its question, and rounds never overlap', async () => {
    const delays = fc.array(fc.tuple(fc.nat(4), fc.nat(3)), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(delays, async (callers) => {
        let time = 0
        let running = 0
        let mostRunning = 0
        const round = new SharedRound<number, { started: number; input: number }>(async (inputs) => {
          const started = ++time
          mostRunning = Math.max(mostRunning, ++running)
          for (let turn = 0; turn < inputs.length % 3; turn++) await immediate()
          running--
          return inputs.map((input) => ({ started, input }))
        })
        await Promise.all(
          callers.map(async ([wait, again], index) => {
            for (let turn = 0; turn < wait; turn++) await immediate()
            for (let time_ = 0; time_ <= again; time_++) {
              const asked = ++time
              const { started, input } = await round.join(index)
              expect(started).toBeGreaterThan(asked)
              expect(input).toBe(index)
            }
          }),
        )
        expect(mostRunning).toBe(1)
      }),
      { numRuns: 100 },
    )
  })
})
