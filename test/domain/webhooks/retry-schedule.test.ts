import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readConfig } from '../../../src/base/config/config.ts'
import { nextAttempt } from '../../../src/domain/webhooks/retry-schedule.ts'

const AT = new Date('2026-11-14T06:00:00.000Z')
const { webhookRetryDelaysMs: delaysMs } = readConfig({})

it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then gives up', () => {
  expect(delaysMs.map((delay) => delay / 1000)).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
  const middle = delaysMs.map(
    (_, index) => nextAttempt(index + 1, AT, { delaysMs, random: 0.5, retryAfter: null })!.getTime() - AT.getTime(),
  )
  expect(middle).toEqual(delaysMs)
  expect(nextAttempt(10, AT, { delaysMs, random: 0.5, retryAfter: null })).toBeNull()
})

it('keeps the jitter within 20 %', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      (attempts, random) => {
        const wait = nextAttempt(attempts, AT, { delaysMs, random, retryAfter: null })!.getTime() - AT.getTime()
        const delay = delaysMs[attempts - 1]!
        expect(wait).toBeGreaterThanOrEqual(Math.floor(delay * 0.8))
        expect(wait).toBeLessThanOrEqual(Math.ceil(delay * 1.2))
      },
    ),
  )
})

it('respects a later Retry-After in seconds or as a date, up to a day, and ignores invalid ones', () => {
  const wait = (retryAfter: string) =>
    (nextAttempt(1, AT, { delaysMs, random: 0.5, retryAfter })!.getTime() - AT.getTime()) / 1000
  expect(wait('120')).toBe(120)
  expect(wait('1')).toBe(5)
  expect(wait('Sat, 14 Nov 2026 06:10:00 GMT')).toBe(600)
  expect(wait('999999999')).toBe(86_400)
  expect(wait('soon')).toBe(5)
  expect(wait('Sat, 14 Nov 2020 06:10:00 GMT')).toBe(5)
})
