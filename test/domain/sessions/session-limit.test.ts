import { expect, it } from 'vitest'
import { refusesAnother, surplusOf } from '../../../src/domain/sessions/limit.ts'

it('rejects sessions above the limit with "refuse"', () => {
  const limit = { maxSessions: 2, whenFull: 'refuse' } as const
  expect([0, 1, 2, 3].map((open) => refusesAnother(limit, open))).toEqual([false, false, true, true])
})

it('admits every session with "replace", and ends the oldest above the limit', () => {
  const limit = { maxSessions: 2, whenFull: 'replace' } as const
  expect([0, 1, 2, 3].map((open) => refusesAnother(limit, open))).toEqual([false, false, false, false])
  expect([0, 1, 2, 3, 5].map((open) => surplusOf(limit, open))).toEqual([0, 0, 0, 1, 3])
})
