import { setImmediate as immediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CROWD, SharedRound } from '../../../src/base/running/shared-round.ts'

describe('SharedRound', () => {
  it('runs one round for callers at the same time, each with its own answer', async () => {
    const rounds: number[][] = []
    const round = new SharedRound<number, string>(async (inputs) => {
      rounds.push(inputs)
      return inputs.map((input) => `answer ${input}`)
    })
    expect(await Promise.all([1, 2, 3].map((input) => round.join(input)))).toEqual(['answer 1', 'answer 2', 'answer 3'])
    expect(rounds).toEqual([[1, 2, 3]])
  })

  it('puts callers during a round together into the next one', async () => {
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
  ])('a round that fails %s fails only its own callers', async (_, fail) => {
    let broken = true
    const round = new SharedRound<number, number>((inputs) => (broken ? fail() : Promise.resolve(inputs)))
    const results = await Promise.allSettled([round.join(1), round.join(2)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await round.join(3)).toBe(3)
  })

  it('answers callers behind a failed round with the next one', async () => {
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

  it('waits for more callers after a large round, not after a single caller', async () => {
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

  it('gives early answers to their callers, in the round or in the queue', async () => {
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

  it('never answers with data older than the question, and never overlaps rounds', async () => {
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
