import { expect, it } from 'vitest'
import { Watched } from '../../../src/caster/sessions/watched.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it('returns all of a few watched sessions every second while they are watched', () => {
  const watched = new Watched()
  expect(watched.next(0)).toEqual([])
  watched.watch([7, 8], 0)
  expect(watched.next(1)).toEqual([7, 8])
  watched.watch([8], 20)
  expect(watched.next(45)).toEqual([7, 8])
  expect(watched.next(46)).toEqual([8])
  expect(watched.next(66)).toEqual([])
})

it('returns fifty of a crowd per second, and each once before any repeats', () => {
  const watched = new Watched()
  watched.watch(ids(120), 0)
  const turns = [1, 2, 3].map((second) => watched.next(second))
  expect(turns.map((turn) => turn.length)).toEqual([50, 50, 50])
  expect(turns.flat().slice(0, 120)).toEqual(ids(120))
  // Watching a session again keeps its place in the queue.
  watched.watch([120], 3)
  expect(watched.next(4)).not.toContain(120)
})
