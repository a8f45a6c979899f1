import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DayRecord, uptimeHistory } from '../../../src/domain/stations/uptime.ts'

const DAY = 86_400_000
const NOW = new Date('2026-11-14T18:30:45.000Z') // 12:30:45 in Mexico City: 750 whole minutes of today

const record = (day: string, minutesUp: number, minutesDown: number): DayRecord => ({
  day,
  minutesUp,
  minutesDown,
  healthPct: 99.9,
  latencyMs: 300,
  satellites: 30,
})

const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - 6 * 3_600_000 - days * DAY).toISOString().slice(0, 10)

/** Percent truncated to two decimals, in integer arithmetic. */
function cutPercent(up: number, down: number): number | null {
  if (up + down === 0) return null
  const hundredths = (BigInt(up) * 10_000n) / BigInt(up + down)
  return Number(hundredths) / 100
}

describe('uptimeHistory', () => {
  it('has 60 days of null without records, oldest first, today last', () => {
    const { uptimePct, days } = uptimeHistory([], NOW)
    expect(uptimePct).toBeNull()
    expect(days).toHaveLength(60)
    expect(days[0]!.day).toBe('2026-09-16')
    expect(days.at(-1)!.day).toBe('2026-11-14')
    expect(days.every((day) => day.uptimePct === null && day.minutesUp === 0 && day.minutesDown === 0)).toBe(true)
    expect(days[0]).toMatchObject({ minutesUnknown: 1440, healthPct: null, latencyMs: null, satellites: null })
  })

  it('counts only the past minutes of today', () => {
    const today = (up: number, down: number) =>
      uptimeHistory([record('2026-11-14', up, down)], NOW).days.at(-1)!.minutesUnknown
    expect(today(0, 0)).toBe(750)
    expect(today(700, 50)).toBe(0)
    expect(today(700, 51)).toBe(0) // the current minute was already counted
    expect(uptimeHistory([], new Date('2026-11-14T06:00:59Z')).days.at(-1)!.minutesUnknown).toBe(0)
    expect(uptimeHistory([], new Date('2026-11-15T05:59:59Z')).days.at(-1)!.minutesUnknown).toBe(1439)
  })

  it('is not lowered by unmeasured minutes', () => {
    const { uptimePct, days } = uptimeHistory([record('2026-11-13', 10, 0)], NOW)
    expect(uptimePct).toBe(100)
    expect(days.at(-2)).toMatchObject({ uptimePct: 100, minutesUnknown: 1430, healthPct: 99.9 })
  })

  it('is 0, not null, on a day of only down minutes', () => {
    expect(uptimeHistory([record('2026-11-13', 0, 7)], NOW).days.at(-2)!.uptimePct).toBe(0)
  })

  it('is below 100 after one minute down in 60 days', () => {
    const records = Array.from({ length: 59 }, (_, index) => record(dayBefore(NOW, index + 1), 1440, 0))
    records[30] = record(records[30]!.day, 1439, 1)
    expect(uptimeHistory(records, NOW).uptimePct).toBe(99.99)
  })

  it('uses 23 and 25 hours for days with a clock change', () => {
    const spring = uptimeHistory([], new Date('2022-05-01T12:00:00Z')).days
    const autumn = uptimeHistory([], new Date('2022-11-15T12:00:00Z')).days
    expect(spring.find(({ day }) => day === '2022-04-03')!.minutesUnknown).toBe(23 * 60)
    expect(autumn.find(({ day }) => day === '2022-10-30')!.minutesUnknown).toBe(25 * 60)
  })

  it('ignores records outside of the 60 days', () => {
    const records = [record(dayBefore(NOW, 60), 0, 1440), record(dayBefore(NOW, -1), 0, 1440)]
    expect(uptimeHistory(records, NOW).uptimePct).toBeNull()
    expect(uptimeHistory([record(dayBefore(NOW, 59), 0, 1440)], NOW).uptimePct).toBe(0)
  })

  it('matches a simple model', () => {
    const anyNow = fc.date({ min: new Date('2024-01-01Z'), max: new Date('2035-01-01Z'), noInvalidDate: true })
    const minutes = fc.tuple(fc.integer({ min: 0, max: 1440 }), fc.double({ min: 0, max: 1, noNaN: true }))
    const history = fc.uniqueArray(fc.tuple(fc.integer({ min: -2, max: 70 }), minutes), { selector: ([ago]) => ago })
    fc.assert(
      fc.property(anyNow, history, (now, past) => {
        const passedToday = Math.floor(((now.getTime() - 6 * 3_600_000) % DAY) / 60_000)
        const records = past.map(([ago, [measured, part]]) => {
          const limited = ago === 0 ? Math.min(measured, passedToday) : measured
          const up = Math.floor(limited * part)
          return record(dayBefore(now, ago), up, limited - up)
        })
        const result = uptimeHistory(records, now)

        const expected = Array.from({ length: 60 }, (_, index) => {
          const day = dayBefore(now, 59 - index)
          const known = records.find((one) => one.day === day)
          const [up, down] = [known?.minutesUp ?? 0, known?.minutesDown ?? 0]
          const whole = index === 59 ? passedToday : 1440
          return { day, up, down, unknown: whole - up - down, percent: cutPercent(up, down) }
        })
        const got = result.days.map(({ day, minutesUp: up, minutesDown: down, minutesUnknown, uptimePct }) => {
          return { day, up, down, unknown: minutesUnknown, percent: uptimePct }
        })
        expect(got).toEqual(expected)
        const total = (part: 'up' | 'down') => expected.reduce((sum, day) => sum + day[part], 0)
        expect(result.uptimePct).toBe(cutPercent(total('up'), total('down')))
      }),
      { numRuns: 100 },
    )
  })
})
