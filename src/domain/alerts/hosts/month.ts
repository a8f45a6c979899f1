// The uptime of a calendar month in the network's zone, for the monthly mail to hosts.

import { uptimeOf } from '../../stations/uptime.ts'
import { localDay, startOfDay } from '../../time/local-time.ts'
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts'

/** YYYY-MM. */
export function monthBefore(now: Date): string {
  const [year, month] = localDay(now).split('-').map(Number) as [number, number]
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}

const monthAfter = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

export const firstDayOf = (month: string): string => `${month}-01`
export const endOf = (month: string): Date => startOfDay(firstDayOf(monthAfter(month)))

export interface MonthDay {
  readonly minutesUp: number
  readonly minutesDown: number
}

export interface MonthUptime {
  readonly uptimePct: number
  readonly minutesDown: number
  readonly daysWithOutage: number
  /** Minutes without a measurement; they do not count as offline. */
  readonly minutesUnknown: number
}

/** `days`: the measured days of the month. `null` if nothing was measured. */
export function monthUptime(month: string, days: readonly MonthDay[]): MonthUptime | null {
  const minutesUp = days.reduce((sum, day) => sum + day.minutesUp, 0)
  const minutesDown = days.reduce((sum, day) => sum + day.minutesDown, 0)
  const uptimePct = uptimeOf(minutesUp, minutesDown)
  if (uptimePct === null) return null
  const whole = Math.round((endOf(month).getTime() - startOfDay(firstDayOf(month)).getTime()) / MINUTE_MS)
  return {
    uptimePct,
    minutesDown,
    daysWithOutage: days.filter((day) => day.minutesDown > 0).length,
    minutesUnknown: Math.max(0, whole - minutesUp - minutesDown),
  }
}

/** A month that ended longer ago than this is not reported: the service was off for weeks. */
export const REPORT_WITHIN_MS = 14 * 24 * HOUR_MS
