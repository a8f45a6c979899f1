import { expect, it } from 'vitest'
import { refusesAnother, surplusOf } from '../../../src/domain/sessions/limit.ts'

it('one that refuses takes no more than it may have', () => {
  const limit = { maxSessions: 2, whenFull: 'refuse' } as const
  expect([0, 1, 2, 3].map((open) => refusesAnother(limit, open))).toEqual([false, false, true, true])
})

it('one that replaces takes every newcomer, and the oldest beyond its number have to end', () => {
  const limit = { maxSessions: 2, whenFull: 'replace' } as const
  expect([0, 1, 2, 3].map((open) => refusesAnother(limit, open))).toEqual([false, false, false, false])
  expect([0, 1, 2, 3, 5].map((open) => surplusOf(limit, open))).toEqual([0, 0, 0, 1, 3])
})
