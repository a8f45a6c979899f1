// Turns are counted, not timed: the test ends each piece of work itself.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FairTurns } from '../../../src/base/limits/fair-turns.ts'

const lane = { atOnce: 2, mostWaiting: 40, mostWaitingEach: 10 }

function desk() {
  const turns = new FairTurns(3, { known: { ...lane, atOnce: 3 }, stranger: lane })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const endOldest = async () => {
    ends.shift()!()
    await nextTurn()
  }
  return {
    begun,
    endOldest,
    ask: (kind: 'known' | 'stranger', who: string) =>
      turns.run(kind, who, () => {
        begun.push(who)
        return new Promise<void>((resolve) => ends.push(resolve))
      }),
    async endAll() {
      while (ends.length > 0) await endOldest()
    },
  }
}

it('prefers a client without a turn, however many requests another has queued', async () => {
  const { ask, begun, endOldest, endAll } = desk()
  const greedy = Array.from({ length: 12 }, () => ask('stranger', 'greedy'))
  const modest = ask('stranger', 'modest')
  expect(begun).toEqual(['greedy', 'greedy'])
  await endOldest()
  await endOldest()
  expect(begun).toEqual(['greedy', 'greedy', 'greedy', 'modest'])
  await endAll()
  await Promise.all([...greedy, modest])
  expect(begun).toHaveLength(13)
})

it('prefers known clients to unknown ones, and reserves a place for them', async () => {
  const { ask, begun, endOldest } = desk()
  for (let each = 0; each < 6; each++) void ask('stranger', `stranger ${each}`)
  void ask('known', 'at once')
  void ask('known', 'next')
  expect(begun).toEqual(['stranger 0', 'stranger 1', 'at once'])
  await endOldest()
  expect(begun.at(-1)).toBe('next')
})

it('rejects at once a client with too many queued requests, or any if the queue is full', async () => {
  const { ask } = desk()
  for (let each = 0; each < 12; each++) void ask('stranger', 'greedy')
  await expect(ask('stranger', 'greedy')).rejects.toMatchObject({ code: 'busy' })
  for (let each = 0; each < 30; each++) void ask('stranger', `another ${each}`)
  await expect(ask('stranger', 'late')).rejects.toMatchObject({ code: 'busy' })
})
