import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startTime } from '../../../src/domain/credentials/start-time.ts'
import { lastDays, localDay, startOfDay } from '../../../src/domain/time/local-time.ts'
import { en } from '../../../src/words/en.ts'
import { faultText } from '../../../src/words/words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MEXICO_OFFSET = -6 * HOUR // all year since October 2022

const NOW = new Date('2026-11-14T18:30:00.000Z') // 12:30 in Mexico City

const read = (text: string | undefined, now = NOW) => startTime(text, now)
const isoAt = (text: string | undefined, now = NOW) => {
  const start = read(text, now)
  return 'at' in start ? start.at.toISOString() : `error: ${faultText(en, start.fault)}`
}

/** The instant `at`, written with this offset. */
function written(at: number, offsetMinutes: number, colon = ':'): string {
  const sign = offsetMinutes < 0 ? '-' : '+'
  const minutes = Math.abs(offsetMinutes)
  const two = (value: number) => String(value).padStart(2, '0')
  const local = new Date(at + offsetMinutes * MINUTE).toISOString().slice(0, -1)
  return `${local}${sign}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`
}

const anyNow = fc.date({
  min: new Date('2023-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const anyOffset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 })

describe('parsing a start time', () => {
  it.each([
    [undefined, '2026-11-14T18:30:00.000Z'],
    ['2026-11-15', '2026-11-15T06:00:00.000Z'],
    ['2026-11-15T00:00', '2026-11-15T06:00:00.000Z'],
    ['2026-11-15T08:15:30', '2026-11-15T14:15:30.000Z'],
    ['2026-11-15T08:15:30.5', '2026-11-15T14:15:30.500Z'],
    ['2026-11-15T08:15:30,25', '2026-11-15T14:15:30.250Z'],
    ['2026-11-15T08:15:30.123999999', '2026-11-15T14:15:30.123Z'],
    ['2026-11-15T08:15Z', '2026-11-15T08:15:00.000Z'],
    ['2026-11-15t08:15:00z', '2026-11-15T08:15:00.000Z'],
    ['2026-11-15T08:15:00-06:00', '2026-11-15T14:15:00.000Z'],
    ['2026-11-15T08:15:00-0600', '2026-11-15T14:15:00.000Z'],
    ['2026-11-15T08:15:00-06', '2026-11-15T14:15:00.000Z'],
    ['2026-11-15T08:15:00+05:45', '2026-11-15T02:30:00.000Z'],
    ['2026-11-15T08:15:00-00:00', '2026-11-15T08:15:00.000Z'],
    ['2027-02-28T23:59:59.999Z', '2027-02-28T23:59:59.999Z'],
    ['2026-11-15 08:15:00', '2026-11-15T14:15:00.000Z'],
    ['2026-11-15T08', '2026-11-15T14:00:00.000Z'],
    ['2026-11-15T08,5Z', '2026-11-15T08:30:00.000Z'],
    ['2026-11-15T08:15.5Z', '2026-11-15T08:15:30.000Z'],
    ['2026-11-15T24:00:00Z', '2026-11-16T00:00:00.000Z'],
    ['2026-11-15T08:15:00−06:00', '2026-11-15T14:15:00.000Z'],
    ['20261115', '2026-11-15T06:00:00.000Z'],
    ['20261115T081530Z', '2026-11-15T08:15:30.000Z'],
    ['20261115T0815-0600', '2026-11-15T14:15:00.000Z'],
    ['2026-W47-1', '2026-11-16T06:00:00.000Z'],
    ['2026W471T08Z', '2026-11-16T08:00:00.000Z'],
    ['2026-W53-7', '2027-01-03T06:00:00.000Z'],
    ['2026-319', '2026-11-15T06:00:00.000Z'],
    ['2026365', '2026-12-31T06:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(isoAt(text)).toBe(expected)
  })

  it('29 February exists in leap years only', () => {
    const now = new Date('2028-01-15T00:00:00Z')
    expect(isoAt('2028-02-29', now)).toBe('2028-02-29T06:00:00.000Z')
    expect(read('2027-02-29')).toHaveProperty('fault')
  })

  it.each([
    '',
    ' ',
    'tomorrow',
    '2026-11-31',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-2-3',
    '26-11-15',
    '2026-12',
    '202612',
    '2026-1115',
    '202611-15',
    '2026-366',
    '2026-000',
    '2026-W54-1',
    '2027-W53-1',
    '2026-W00-1',
    '2026-W47-0',
    '2026-W47-8',
    '2026-W47',
    '2026-11-15T08:1530Z',
    '2026-11-15T24:00:01Z',
    '2026-11-15  08:15',
    '2026-11-15T',
    '2026-11-15T25:00:00Z',
    '2026-11-15T08:60:00Z',
    '2026-11-15T08:15:60Z',
    '2026-11-15T08:15:61Z',
    '2026-11-15T08:15:00+24:00',
    '2026-11-15T08:15:00+05:60',
    '2026-11-15T08:15:00+6',
    '2026-11-15T08:15:00.Z',
    '2026-11-15T08:15:00.1234567890Z',
    '2026-11-15Z',
    ' 2026-11-15',
    '2026-11-15\n',
    '2026-11-15T08:15:00[America/Mexico_City]',
    '1794700000',
    '+002026-11-15',
    '２０２６-11-15',
  ])('rejects the format of %j', (text) => {
    expect(read(text)).toEqual({ fault: { code: 'start_form', params: {} } })
  })
})

describe('the limits of a start time', () => {
  const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds).toISOString()

  it('end 180 days ahead', () => {
    expect(isoAt(at(180 * DAY))).toBe(at(180 * DAY))
    expect(read(at(180 * DAY + 1))).toEqual({ fault: { code: 'start_too_far', params: { days: 180 } } })
    expect(read('9999-12-31')).toEqual({ fault: { code: 'start_too_far', params: { days: 180 } } })
  })

  it.each([
    ['now itself', '2026-11-14T18:30:00.000Z'],
    ['today', '2026-11-14'],
    ['the first moment of today in Mexico', '2026-11-14T00:00:00'],
    ['the same, in UTC', '2026-11-14T06:00:00Z'],
    ['a second ago', '2026-11-14T18:29:59Z'],
  ])('%s means now', (_, text) => {
    expect(isoAt(text)).toBe(NOW.toISOString())
  })

  it('treat the last moment of yesterday in Mexico as the past', () => {
    expect(read('2026-11-14T05:59:59.999Z')).toEqual({ fault: { code: 'start_in_past', params: {} } })
    expect(read('2026-11-13')).toEqual({ fault: { code: 'start_in_past', params: {} } })
    expect(read('0000-01-01')).toEqual({ fault: { code: 'start_in_past', params: {} } })
  })

  it('treat the last five minutes as now, also just after midnight', () => {
    const now = new Date('2026-11-14T06:02:00.000Z') // 00:02 in Mexico City
    expect(isoAt('2026-11-14T05:57:00.000Z', now)).toBe(now.toISOString())
    expect(read('2026-11-14T05:56:59.999Z', now)).toHaveProperty('fault')
  })
})

describe('for any input', () => {
  it('a future instant is kept, whatever offset it is written with', () => {
    const ahead = fc.integer({ min: 1, max: 180 * DAY })
    fc.assert(
      fc.property(anyNow, ahead, anyOffset, fc.constantFrom(':', ''), (now, wait, offset, colon) => {
        const at = now.getTime() + wait
        expect(read(written(at, offset, colon), now)).toEqual({ at: new Date(at) })
      }),
      { numRuns: 2000 },
    )
  })

  it('the start is between now and 180 days ahead, and only rule violations are rejected', () => {
    const wait = fc.oneof(
      fc.integer({ min: -400 * DAY, max: 400 * DAY }),
      fc.integer({ min: -2 * DAY, max: 2 * DAY }),
      fc.integer({ min: -6 * MINUTE, max: 6 * MINUTE }),
      fc.integer({ min: 180 * DAY - 5, max: 180 * DAY + 5 }),
    )
    const mexicanDay = (at: number) => Math.floor((at + MEXICO_OFFSET) / DAY)
    fc.assert(
      fc.property(anyNow, wait, anyOffset, (now, ms, offset) => {
        const at = now.getTime() + ms
        const start = read(written(at, offset), now)
        const tooFar = ms > 180 * DAY
        const past = ms < -5 * MINUTE && mexicanDay(at) !== mexicanDay(now.getTime())
        expect('fault' in start).toBe(tooFar || past)
        if ('at' in start) expect(start.at.getTime()).toBe(Math.max(at, now.getTime()))
      }),
      { numRuns: 2000 },
    )
  })

  it('a date is 00:00 at -06:00, and so is the zone of a timestamp without offset', () => {
    const days = fc.integer({ min: 1, max: 179 })
    const time = fc.integer({ min: 0, max: DAY - 1 })
    fc.assert(
      fc.property(anyNow, days, time, (now, ahead, timeOfDay) => {
        const day = new Date(now.getTime() + MEXICO_OFFSET + ahead * DAY).toISOString().slice(0, 10)
        expect(read(day, now)).toEqual({ at: new Date(`${day}T00:00:00-06:00`) })
        const clock = new Date(timeOfDay).toISOString().slice(11, -1)
        expect(read(`${day}T${clock}`, now)).toEqual(read(`${day}T${clock}-06:00`, now))
      }),
      { numRuns: 1000 },
    )
  })

  it('parsing never throws', () => {
    const piece = fc.constantFrom('2026', '-11', '-15', 'T', '08', ':15', ':60', '.5', 'Z', '+05:45', '-06', ' ', '99')
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 9 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (wild) => {
        const start = read(wild)
        if ('fault' in start) expect(start.fault.code).toMatch(/^start_/)
        else expect(start.at.getTime()).toBeGreaterThanOrEqual(NOW.getTime())
      }),
      { numRuns: 2000 },
    )
  })
})

describe('days of Mexico central time', () => {
  it('localDay and startOfDay agree with -06:00', () => {
    fc.assert(
      fc.property(anyNow, (at) => {
        const day = new Date(at.getTime() + MEXICO_OFFSET).toISOString().slice(0, 10)
        expect(localDay(at)).toBe(day)
        expect(startOfDay(day)).toEqual(new Date(`${day}T06:00:00.000Z`))
      }),
    )
  })

  it('includes the daylight saving time that Mexico had until 2022', () => {
    expect(startOfDay('2022-07-01')).toEqual(new Date('2022-07-01T05:00:00Z'))
    expect(localDay(new Date('2022-07-01T05:30:00Z'))).toBe('2022-07-01')
  })

  it('lastDays counts back from today across months and leap days', () => {
    expect(lastDays(3, new Date('2028-03-01T05:59:59Z'))).toEqual(['2028-02-27', '2028-02-28', '2028-02-29'])
    expect(lastDays(3, new Date('2028-03-01T06:00:00Z'))).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(lastDays(1, new Date('2026-01-01T12:00:00Z'))).toEqual(['2026-01-01'])
  })
})
