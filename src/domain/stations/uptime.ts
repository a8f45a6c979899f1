// Uptime of sixty days. Unmeasured is not down: minutes without a measurement never lower the uptime.
import { lastDays, localDay, startOfDay } from '../time/local-time.ts'
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'
import { type DayValues, NO_DAY_VALUES } from './measured.ts'

export const HISTORY_DAYS = 60

/** Measurements of one day in Mexico central time. */
export interface DayRecord extends DayValues {
  readonly day: string
  readonly minutesUp: number
  readonly minutesDown: number
  readonly healthPct: number | null
}

export interface DayUptime extends DayRecord {
  readonly uptimePct: number | null
  readonly minutesUnknown: number
}

export interface Uptime {
  readonly uptimePct: number | null
  /** Exactly HISTORY_DAYS entries, oldest first, today last. */
  readonly days: readonly DayUptime[]
}

export function uptimeHistory(records: readonly DayRecord[], now: Date): Uptime {
  const byDay = new Map(records.map((record) => [record.day, record]))
  const days = calendarAt(now).map(({ day, start, minutes }, index) => {
    const record = byDay.get(day) ?? { day, minutesUp: 0, minutesDown: 0, healthPct: null, ...NO_DAY_VALUES }
    const { minutesUp, minutesDown } = record
    const passed = index === HISTORY_DAYS - 1 ? Math.floor((now.getTime() - start) / MINUTE_MS) : minutes
    return {
      ...record,
      uptimePct: uptimeOf(minutesUp, minutesDown),
      minutesUnknown: Math.max(0, passed - minutesUp - minutesDown),
    }
  })
  const sum = (pick: (day: DayUptime) => number) => days.reduce((total, day) => total + pick(day), 0)
  return {
    uptimePct: uptimeOf(
      sum((day) => day.minutesUp),
      sum((day) => day.minutesDown),
    ),
    days,
  }
}

export const WEEK_DAYS = 7

export interface WeekRecord extends Pick<DayRecord, 'day' | 'minutesUp' | 'minutesDown'> {
  readonly stationId: number
}

/** Uptime of each of the last seven days by station, oldest first, today last; `null` if not measured. */
export function weekReader(records: readonly WeekRecord[], now: Date): (stationId: number) => (number | null)[] {
  const byStation = Map.groupBy(records, ({ stationId }) => stationId)
  const days = calendarAt(now).slice(-WEEK_DAYS)
  return (stationId) => {
    const byDay = new Map(byStation.get(stationId)?.map((record) => [record.day, record]))
    return days.map(({ day }) => {
      const { minutesUp = 0, minutesDown = 0 } = byDay.get(day) ?? {}
      return uptimeOf(minutesUp, minutesDown)
    })
  }
}

export const firstOfWeek = (now: Date): string => calendarAt(now).at(-WEEK_DAYS)!.day

export const firstDay = (now: Date): string => calendarAt(now)[0]!.day

interface CalendarDay {
  readonly day: string
  readonly start: number
  /** 1440 except on days with a clock change. */
  readonly minutes: number
}

let known: { today: string; days: readonly CalendarDay[] } = { today: '', days: [] }

/** Days of the history, today last. Cached until midnight, since computing them takes 4 ms. */
function calendarAt(now: Date): readonly CalendarDay[] {
  const today = localDay(now)
  if (known.today !== today) known = { today, days: lastDays(HISTORY_DAYS, now).map(calendarDay) }
  return known.days
}

function calendarDay(day: string): CalendarDay {
  const start = startOfDay(day).getTime()
  const next = startOfDay(localDay(new Date(start + 36 * HOUR_MS))).getTime()
  return { day, start, minutes: Math.round((next - start) / MINUTE_MS) }
}

/** Truncated to two decimals, not rounded: 99.999 must not read as 100. */
export function uptimeOf(up: number, down: number): number | null {
  return up + down === 0 ? null : Math.floor((up * 10_000) / (up + down)) / 100
}
