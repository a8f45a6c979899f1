import { expect, it } from 'vitest'
import { isQuietAt, type QuietHours, quietFaults } from '../../../../src/domain/alerts/channels/quiet-hours.ts'

const night: QuietHours = { from: '22:00', to: '07:00', zone: 'America/Mexico_City' }
const at = (iso: string) => new Date(iso)

it('spans midnight in the zone of the channel', () => {
  // Mexico City is at UTC-6 all year.
  expect(isQuietAt(night, at('2026-11-15T03:59:59Z'))).toBe(false)
  expect(isQuietAt(night, at('2026-11-15T04:00:00Z'))).toBe(true)
  expect(isQuietAt(night, at('2026-11-15T12:59:59Z'))).toBe(true)
  expect(isQuietAt(night, at('2026-11-15T13:00:00Z'))).toBe(false)
})

it('can lie within one day', () => {
  const noon: QuietHours = { from: '12:00', to: '13:30', zone: 'UTC' }
  expect(['11:59', '12:00', '13:29', '13:30'].map((time) => isQuietAt(noon, at(`2026-11-15T${time}:00Z`)))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

it('follows the daylight saving time of its zone', () => {
  const madrid: QuietHours = { ...night, zone: 'Europe/Madrid' }
  expect(isQuietAt(madrid, at('2026-10-24T05:30:00Z'))).toBe(false) // 07:30 in summer
  expect(isQuietAt(madrid, at('2026-10-25T05:30:00Z'))).toBe(true) // 06:30 in winter
})

it('rejects times and zones that do not exist, and a whole day', () => {
  const codes = (hours: QuietHours) => quietFaults(hours).map(({ path, code }) => `${path.join('.')} ${code}`)
  expect(codes(night)).toEqual([])
  expect(codes({ ...night, from: '24:00' })).toEqual(['quiet.from wrong_form'])
  expect(codes({ ...night, to: '7:00' })).toEqual(['quiet.to wrong_form'])
  expect(codes({ ...night, to: '22:00' })).toEqual(['quiet.to quiet_all_day'])
  expect(codes({ ...night, zone: 'Mexico/Nowhere' })).toEqual(['quiet.zone not_a_time_zone'])
})
