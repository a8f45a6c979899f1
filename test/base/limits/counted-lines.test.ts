import { expect, it } from 'vitest'
import { CountedLines } from '../../../src/base/limits/counted-lines.ts'

it('tells the first at once and the rest as a number, of at most so many in a minute', () => {
  const told: string[] = []
  const lines = new CountedLines((who, times) => told.push(`${who} ${times}`))
  for (let times = 0; times < 1_000; times++) lines.hit('203.0.113.7', 1_000 + times)
  expect(told).toEqual(['203.0.113.7 1'])
  lines.endMinute(30_000)
  expect(told).toHaveLength(1)
  lines.endMinute(61_000)
  expect(told).toEqual(['203.0.113.7 1', '203.0.113.7 999'])

  for (let who = 0; who < 10_000; who++) lines.hit(`10.0.${who >> 8}.${who & 255}`, 130_000)
  expect(told.length).toBeLessThan(60)
  lines.hit('203.0.113.7', 200_000)
  expect(told.slice(-2)).toEqual(['others 9949', '203.0.113.7 1'])
})
