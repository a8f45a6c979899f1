// The hours of the calendar, by their number since its first hour.
import type { ArchiveCalendar } from '../../../../../src/http/console/contract/stations/archive.ts'

export const HOUR_MS = 3_600_000
export const HOURS_PER_DAY = 24

export type HourTone = 'complete' | 'some' | 'missing' | 'before' | 'future'

export interface CalendarHour {
  readonly at: Date
  readonly tone: HourTone
  readonly epochs: number
  readonly expected: number
  readonly bytes: number
  /** Only the daily file at 30 s is left. */
  readonly isDaily: boolean
}

/** Whole days, oldest first. Hours that have not begun are `future`. */
export function hoursOf({ since, firstAt, hoursFrom, hours }: ArchiveCalendar): CalendarHour[] {
  const start = new Date(since).getTime()
  const before = (new Date(hoursFrom).getTime() - start) / HOUR_MS
  const begun = firstAt === null ? 0 : before + hours.length
  const days = Math.max(60, Math.ceil(begun / HOURS_PER_DAY))
  return Array.from({ length: days * HOURS_PER_DAY }, (_, index) => {
    const at = new Date(start + index * HOUR_MS)
    const hour = hours[index - before]
    if (!hour)
      return { at, tone: index < before ? 'before' : 'future', epochs: 0, expected: 0, bytes: 0, isDaily: false }
    return { at, tone: toneOf(hour), ...hour }
  })
}

function toneOf({ epochs, expected }: { epochs: number; expected: number }): HourTone {
  if (epochs === 0) return 'missing'
  return epochs >= expected ? 'complete' : 'some'
}

/** Classes of completeness for the colours: 4 is complete, 0 has no data. */
export function levelOf({ tone, epochs, expected }: CalendarHour): 0 | 1 | 2 | 3 | 4 {
  if (tone === 'complete') return 4
  if (tone !== 'some' || expected === 0) return 0
  const share = epochs / expected
  return share >= 0.99 ? 3 : share >= 0.95 ? 2 : 1
}

/** The newest first. */
export const daysOf = (hours: readonly CalendarHour[]) =>
  Array.from({ length: hours.length / HOURS_PER_DAY }, (_, place) => {
    const first = hours.length - (place + 1) * HOURS_PER_DAY
    return { first, day: hours.slice(first, first + HOURS_PER_DAY) }
  })

/** Hours as numbers since the first hour of the calendar; `to` is not included. */
export interface HourRange {
  readonly from: number
  readonly to: number
}

export const rangeBetween = (one: number, other: number): HourRange => ({
  from: Math.min(one, other),
  to: Math.max(one, other) + 1,
})

export const isPickable = (hour: CalendarHour | undefined): hour is CalendarHour =>
  hour !== undefined && hour.tone !== 'before' && hour.tone !== 'future'
