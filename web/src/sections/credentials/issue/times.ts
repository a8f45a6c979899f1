// When what is being issued will serve, as the service will reckon it.
import { DAY_MS, HOUR_MS } from '../../../parts/time-units.ts'

/** Of Mexico City, which has had no summer time since 2022. */
const OFFSET = '-06:00'

export interface Begin {
  readonly begin: 'now' | 'date'
  readonly date: string
  readonly time: string
}

/** As the service reads it; undefined: when it is issued. */
export const startsAtOf = ({ begin, date, time }: Begin): string | undefined =>
  begin === 'now' ? undefined : `${date}T${time || '00:00'}${OFFSET}`

/** null: not complete, or no such day. */
export function spanOf(begin: Begin, days: number, now: Date): { from: Date; to: Date } | null {
  const text = startsAtOf(begin)
  const start = text === undefined ? now : new Date(text)
  if (Number.isNaN(start.getTime()) || !Number.isInteger(days) || days < 1 || days > 365) return null
  // Earlier today means now.
  const from = start < now ? now : start
  return { from, to: new Date(from.getTime() + days * DAY_MS) }
}

/** The day of Mexico City, some days from now, as a date field wants it. */
export const dayFromNow = (days: number, now = new Date()): string =>
  new Date(now.getTime() + days * DAY_MS - 6 * HOUR_MS).toISOString().slice(0, 10)
