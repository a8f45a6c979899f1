import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomCode } from '../../../src/base/secrets.ts'
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, eventId, GrowingIds } from '../../../src/domain/webhooks/events.ts'

const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31Z'), noInvalidDate: true })

it('has the default subscription of the contract', () => {
  expect(DEFAULT_EVENT_TYPES.join()).toBe('order.paid,credential.issued,credential.expired')
  expect(EVENT_TYPES.slice(0, 4)).toEqual([
    'order.paid',
    'credential.issued',
    'credential.expired',
    'credential.revoked',
  ])
})

it('creates ids of one format', () => {
  fc.assert(
    fc.property(instant, (at) => {
      expect(eventId(at, randomCode)).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
    }),
  )
})

it('sorts ids by time, whatever the random part', () => {
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const [first, second] = a <= b ? [a, b] : [b, a]
      const early = eventId(first, (length) => 'Z'.repeat(length))
      const late = eventId(second, (length) => '0'.repeat(length))
      if (first < second) expect(early < late).toBe(true)
      else expect(early.slice(0, 14)).toBe(late.slice(0, 14))
    }),
    { numRuns: 500 },
  )
})

it('sorts ids that are one millisecond apart', () => {
  const at = new Date('2026-11-14T12:00:00.031Z')
  const next = new Date(at.getTime() + 1)
  expect(eventId(at, () => 'Z'.repeat(16)) < eventId(next, () => '0'.repeat(16))).toBe(true)
})

it('creates ten thousand different ids at the same time', () => {
  const at = new Date()
  expect(new Set(Array.from({ length: 10_000 }, () => eventId(at, randomCode))).size).toBe(10_000)
})

it('creates ids that grow within a millisecond, and if the clock is set back', () => {
  const at = Date.parse('2026-11-18T12:00:00Z')
  const ids = new GrowingIds('rnx', randomCode)
  const made = [0, 0, 0, 5, 5, -1_000, 5, 6].map((ms) => ids.next(new Date(at + ms)))
  expect(made).toEqual(made.toSorted())
  expect(new Set(made).size).toBe(made.length)
  for (const id of made) expect(id).toMatch(/^rnx_[0-9A-HJKMNP-TV-Z]{26}$/)
  const last = new GrowingIds('rnx', (length, alphabet) => `${alphabet[0]!.repeat(length - 3)}YZZ`)
  expect([last.next(new Date(at)).slice(-4), last.next(new Date(at)).slice(-4)]).toEqual(['0YZZ', '0Z00'])
})
