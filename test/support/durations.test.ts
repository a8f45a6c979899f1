import { expect, it } from 'vitest'
import { spread } from './durations.ts'

const SECONDS: Readonly<Record<string, number>> = { A: 40, B: 20, C: 20, a: 100, b: 60, c: 40, unknown: 0 }
const seconds = (file: string) => SECONDS[file]!

it('spreads the files of one list over the seconds of the other', () => {
  expect(spread(['A', 'B', 'C'], ['a', 'b', 'c'], seconds)).toEqual(['A', 'a', 'B', 'b', 'C', 'c'])
})

it('keeps every file, also beside an empty list and without durations', () => {
  expect(spread([], ['a', 'b'], seconds)).toEqual(['a', 'b'])
  expect(spread(['unknown'], ['a', 'unknown'], seconds).toSorted()).toEqual(['a', 'unknown', 'unknown'])
})
