import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoTime } from '../../../src/domain/text/iso-time.ts'

it('equals toISOString for any time, also beyond the cached days', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (at) => isoTime(at) === at.toISOString()),
    { numRuns: 3_000 },
  )
  for (const text of ['1969-12-31T23:59:59.999Z', '2026-11-16T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'])
    expect(isoTime(new Date(text))).toBe(text)
})

it('throws for an invalid date, like toISOString', () => {
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError)
})
