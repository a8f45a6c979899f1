import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochField, epochInstant, glonassInstantOfDay } from '../src/epoch.ts'
import { gpsFromUtc, utcFromGps } from '../src/gps-time.ts'
import { CONSTELLATIONS } from '../src/observations/head.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const at = (text: string) => Date.parse(text)
const shown = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

describe('epochInstant', () => {
  it('converts GPS, Galileo, SBAS, QZSS and NavIC time, 18 s ahead of UTC', () => {
    // 2026-11-15 is a Sunday: the GPS week started at 23:59:42 of the day before.
    for (const constellation of ['GPS', 'GAL', 'SBS', 'QZS', 'NAV'] as const) {
      expect(shown(epochInstant(constellation, 0, at('2026-11-15T00:00:00Z')))).toBe('2026-11-14T23:59:42.000Z')
      expect(shown(epochInstant(constellation, 18_000, at('2026-11-15T00:00:01Z')))).toBe('2026-11-15T00:00:00.000Z')
    }
  })

  it('converts BeiDou time, 14 s behind GPS', () => {
    expect(shown(epochInstant('BDS', 4_000, at('2026-11-15T00:00:01Z')))).toBe('2026-11-15T00:00:00.000Z')
    // The BeiDou week starts later than the GPS week.
    expect(shown(epochInstant('BDS', WEEK - 1_000, at('2026-11-14T23:59:56Z')))).toBe('2026-11-14T23:59:55.000Z')
  })

  it('converts GLONASS time: day and time of day in Moscow', () => {
    const field = (day: number, timeOfDay: number) => day * 2 ** 27 + timeOfDay
    const near = at('2026-11-14T21:00:01Z')
    expect(shown(epochInstant('GLO', field(0, 0), near))).toBe('2026-11-14T21:00:00.000Z')
    expect(shown(epochInstant('GLO', field(6, DAY - 1), near))).toBe('2026-11-14T20:59:59.999Z')
    expect(shown(epochInstant('GLO', field(7, 0), near))).toBe('2026-11-14T21:00:00.000Z')
    expect(shown(epochInstant('GLO', field(7, DAY - 1_000), near))).toBe('2026-11-14T20:59:59.000Z')
    expect(shown(epochInstant('GLO', field(7, 12 * 3_600_000), at('2026-11-15T20:00:00Z')))).toBe(
      '2026-11-15T09:00:00.000Z',
    )
    expect(shown(glonassInstantOfDay(field(3, 0), near))).toBe('2026-11-14T21:00:00.000Z')
    expect(glonassInstantOfDay(field(3, DAY + 1000), near)).toBeNull()
  })

  it('treats the leap second of GLONASS as the second after it', () => {
    // 2016-12-31T23:59:60Z was 02:59:60 in Moscow, but DF034 also allows for a day of 86401 s.
    const near = at('2016-12-31T21:00:01Z')
    expect(shown(epochInstant('GLO', 7 * 2 ** 27 + 86_400_999, near))).toBe('2016-12-31T21:00:00.999Z')
    expect(shown(epochInstant('GLO', 6 * 2 ** 27 + 86_400_000, near))).toBe('2016-12-31T21:00:00.000Z')
  })

  it('is null for an invalid field', () => {
    expect(epochInstant('GPS', WEEK, 0)).toBeNull()
    expect(epochInstant('BDS', WEEK + 5, 0)).toBeNull()
    expect(epochInstant('GLO', 86_401_000, 0)).toBeNull()
    expect(epochInstant('GLO', 2 ** 30 - 1, 0)).toBeNull()
  })

  it.each([
    { date: '2009-01-04', ahead: 15 },
    { date: '2012-07-01', ahead: 16 },
    { date: '2016-12-25', ahead: 17 },
    { date: '2017-01-01', ahead: 18 },
  ])('uses the leap seconds of $date: $ahead', ({ date, ahead }) => {
    // Each date is a Sunday, on which a GPS week starts.
    const midnight = at(`${date}T00:00:00Z`)
    for (const constellation of ['GPS', 'GAL', 'SBS', 'QZS', 'NAV'] as const)
      expect(epochInstant(constellation, ahead * 1000, midnight)).toBe(midnight)
    expect(epochInstant('BDS', (ahead - 14) * 1000, midnight)).toBe(midnight)
  })

  it('converts to GPS time and back around every leap second', () => {
    for (const date of ['1981-07-01', '2006-01-01', '2009-01-01', '2012-07-01', '2015-07-01', '2017-01-01'])
      for (const second of [-20, -2, -1, 0, 1, 2, 20]) {
        const utcMs = at(`${date}T00:00:00Z`) + second * 1000
        expect(utcFromGps(gpsFromUtc(utcMs))).toBe(utcMs)
      }
  })

  const anyInstant = fc.integer({ min: at('2007-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') })
  const anyConstellation = fc.constantFrom(...CONSTELLATIONS)

  it('finds every instant within half a week across rollovers', () => {
    // Half a week of GPS time, which is a second shorter in UTC if a leap second is in between.
    const most = WEEK / 2 - 1_001
    const delay = fc.integer({ min: -most, max: most })
    fc.assert(
      fc.property(anyConstellation, anyInstant, delay, (constellation, instant, delay) => {
        expect(epochInstant(constellation, epochField(constellation, instant), instant + delay)).toBe(instant)
      }),
      { numRuns: 500, examples: [['GPS', 1340798400011, 302398989]] },
    )
  })

  it('finds every GLONASS instant within half a day if the day is unknown', () => {
    const delay = fc.integer({ min: -DAY / 2 + 1, max: DAY / 2 - 1 })
    fc.assert(
      fc.property(anyInstant, delay, (instant, delay) => {
        const timeOfDay = epochField('GLO', instant) % 2 ** 27
        expect(epochInstant('GLO', 7 * 2 ** 27 + timeOfDay, instant + delay)).toBe(instant)
      }),
    )
  })

  it('is the same instant for all constellations', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const instants = CONSTELLATIONS.map((one) => epochInstant(one, epochField(one, instant), instant + 300))
        expect(new Set(instants)).toEqual(new Set([instant]))
      }),
    )
  })
})
