import { describe, expect, it } from 'vitest'
import { type ArchiveLimits, budgetFaults, deletedBefore, shortArchive } from '../../../src/domain/archive/budget.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/units.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')
/** 10 bytes per day, in files of a day that began this many days ago. */
const days = (...ago: number[]) => ago.map((one) => ({ at: new Date(NOW - one * DAY_MS), bytes: 10 }))
const limits = (change: Partial<ArchiveLimits>): ArchiveLimits => ({ days: null, bytes: null, ...change })

describe('what is deleted', () => {
  it.each([
    ['nothing without limits', days(0, 1, 400), {}, 0],
    ['nothing from an empty archive', [], { days: 1, bytes: 0 }, 0],
    ['what is older than the limit in days', days(0, 1, 2, 3), { days: 2 }, 1],
    ['not what is exactly as old', days(0, 1, 2), { days: 2 }, 0],
    ['the oldest beyond the limit in bytes', days(0, 1, 2, 3), { bytes: 25 }, 2],
    ['nothing if the limit in bytes is just reached', days(0, 1, 2), { bytes: 30 }, 0],
    ['all with a limit of 0 bytes', days(0, 1, 2), { bytes: 0 }, 3],
    ['by the stricter limit: bytes', days(0, 1, 2, 3, 40), { days: 30, bytes: 25 }, 3],
    ['by the stricter limit: days', days(0, 1, 2, 3, 40), { days: 1, bytes: 45 }, 3],
    ['oldest first, whatever the order', days(3, 0, 2, 1), { bytes: 25 }, 2],
  ])('%s', (_, uses, change, number) => {
    const before = deletedBefore(uses, limits(change), new Date(NOW))
    expect(uses.filter(({ at }) => before !== null && at < before)).toHaveLength(number)
  })

  it('never skips an older file that would fit', () => {
    const uses = [
      { at: new Date(NOW), bytes: 10 },
      { at: new Date(NOW - DAY_MS), bytes: 100 },
      { at: new Date(NOW - 2 * DAY_MS), bytes: 1 },
    ]
    expect(deletedBefore(uses, limits({ bytes: 50 }), new Date(NOW))).toEqual(new Date(NOW - DAY_MS + 1))
  })
})

describe('the forecast', () => {
  const week = days(0, 1, 2, 3, 4, 5, 6, 7)
  it.each([
    ['reports how many of the promised days fit', week, { days: 30, bytes: 120 }, { keptDays: 10, promisedDays: 30 }],
    ['is silent if the promise fits', week, { days: 10, bytes: 1_000 }, null],
    ['is silent without a promise in days', week, { bytes: 10 }, null],
    ['is silent without a limit in bytes', week, { days: 30 }, null],
    ['is silent with an empty archive', [], { days: 30, bytes: 10 }, null],
    ['is silent in the first hours', [{ at: new Date(NOW - HOUR_MS), bytes: 99 }], { days: 30, bytes: 100 }, null],
    ['does not count what was recorded before the last week', days(0, 1, 30, 31, 32), { days: 5, bytes: 200 }, null],
  ])('%s', (_, uses, change, expected) => expect(shortArchive(uses, limits(change), new Date(NOW))).toEqual(expected))
})

it('rejects limits that make no sense', () => {
  expect(budgetFaults({ rawDays: 30, rawBytes: 0, dailyDays: null })).toEqual([])
  expect(budgetFaults({ rawDays: 0, dailyBytes: -1, rawBytes: 1.5 }).map(({ path }) => path[0])).toEqual([
    'rawDays',
    'dailyBytes',
    'rawBytes',
  ])
})
