import { expect, it } from 'vitest'
import { hoursLeft, monthOf, validityFaults } from '../../../src/domain/archive/allowance.ts'

const at = (text: string) => new Date(`${text}Z`)
const validity = { startsAt: at('2026-11-01T10:00'), expiresAt: at('2026-12-01T10:00') }

it('counts by months in UTC', () => {
  expect(monthOf(at('2026-11-30T23:59:59.999'))).toEqual(at('2026-11-01T00:00'))
  expect(monthOf(at('2027-01-01T00:00'))).toEqual(at('2027-01-01T00:00'))
})

it('never leaves less than nothing', () => {
  expect([hoursLeft(20, 6), hoursLeft(20, 30), hoursLeft(0, 0), hoursLeft(null, 500)]).toEqual([14, 0, 0, null])
})

it('allows windows within the validity only', () => {
  const codes = (from: string, to: string) =>
    validityFaults({ from: at(from), to: at(to) }, validity).map(({ code }) => code)
  expect(codes('2026-11-01T10:00', '2026-12-01T10:00')).toEqual([])
  expect(codes('2026-11-01T09:59', '2026-11-02T00:00')).toEqual(['before_validity'])
  expect(codes('2026-11-30T00:00', '2026-12-01T10:01')).toEqual(['after_validity'])
})
