import { expect, it } from 'vitest'
import { dateText } from '../../web/src/parts/text/day-text.ts'

it('says the value of a date field in the language of the console', () => {
  expect(dateText('2026-11-19', 'es-MX')).toBe('jueves, 19 de noviembre de 2026')
  expect(dateText('2026-11-19T14:30', 'es-MX')).toBe('jueves, 19 de noviembre de 2026, 14:30')
  expect(dateText('2026-11-19T14:30:05', 'en-GB')).toMatch(/^Thursday,? 19 November 2026(,| at) 14:30$/)
})

it('says nothing about an empty or an incomplete value', () => {
  for (const value of ['', 'x', '2026-13-40']) expect(dateText(value, 'en-GB')).toBeNull()
})
