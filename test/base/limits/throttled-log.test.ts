import { expect, it } from 'vitest'
import { ThrottledLines, ThrottledLog } from '../../../src/base/limits/throttled-log.ts'

it('writes the first line of a key at once, and the number of the rest after a minute', () => {
  const left: string[] = []
  const lines = new ThrottledLines({ linesPerKey: 1, maxLines: 50 }, (key, times) => left.push(`${key} ${times}`))
  const admitted = (keys: readonly string[], now: number) => keys.filter((key) => lines.admits(key, now)).length
  expect(admitted(Array(1_000).fill('203.0.113.7'), 1_000)).toBe(1)
  lines.endWindow(30_000)
  expect(left).toEqual([])
  lines.endWindow(61_000)
  expect(left).toEqual(['203.0.113.7 999'])

  const many = Array.from({ length: 10_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
  expect(admitted(many, 130_000)).toBe(50)
  expect(admitted(['203.0.113.7'], 200_000)).toBe(1)
  expect(left).toEqual(['203.0.113.7 999', 'others 9950'])
})

it('writes three warnings per address and thirty per kind in a minute, and the number of the rest', () => {
  const HERE = '203.0.113.7'
  const written: [string, object][] = []
  const log = new ThrottledLog((message, detail) => written.push([message, detail]))
  for (let count = 0; count < 100; count++) log.warn('bad push', HERE, { station: 'A' }, 0)
  expect(written).toEqual(Array(3).fill(['bad push', { station: 'A', address: HERE }]))
  for (let count = 0; count < 1_000; count++) log.warn('bad push', `10.0.0.${count % 250}`, {}, 0)
  expect(written).toHaveLength(30)
  log.warn('another kind', HERE, {}, 0)
  expect(written).toHaveLength(31)
  log.tick(60_000)
  const summary = written.slice(31) as [string, { leftOut: number }][]
  expect(new Set(summary.map(([message]) => message))).toEqual(new Set(['bad push (repeated in the last minute)']))
  expect(summary.reduce((sum, [, { leftOut }]) => sum + leftOut, 0)).toBe(97 + 973)
  expect(summary.length).toBeLessThan(30)
  const before = written.length
  log.tick(120_000)
  expect(written).toHaveLength(before)
  log.warn('bad push', HERE, {}, 120_000)
  expect(written).toHaveLength(before + 1)
})
