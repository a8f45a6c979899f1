import { expect, it } from 'vitest'
import { endOf, monthBefore, monthUptime } from '../../../../src/domain/alerts/hosts/month.ts'

it('names the month before in the zone of the network', () => {
  expect(monthBefore(new Date('2026-12-01T05:59:59Z'))).toBe('2026-10') // still November in Mexico City
  expect(monthBefore(new Date('2026-12-01T06:00:00Z'))).toBe('2026-11')
  expect(monthBefore(new Date('2027-01-15T12:00:00Z'))).toBe('2026-12')
  expect(endOf('2026-12').toISOString()).toBe('2027-01-01T06:00:00.000Z')
})

it('counts minutes without a measurement neither as up nor as down', () => {
  const days = [
    { minutesUp: 1440, minutesDown: 0 },
    { minutesUp: 1430, minutesDown: 10 },
  ]
  expect(monthUptime('2026-11', days)).toEqual({
    uptimePct: 99.65,
    minutesDown: 10,
    daysWithOutage: 1,
    minutesUnknown: 28 * 1440,
  })
  expect(monthUptime('2026-11', [])).toBeNull()
  expect(monthUptime('2026-11', [{ minutesUp: 0, minutesDown: 0 }])).toBeNull()
})
