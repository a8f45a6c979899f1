// Start and end of a new credential, by the same rules as the service.
import { DAY_MS, HOUR_MS } from '../../../parts/time-units.ts'

/** Mexico City, which has had no daylight saving time since 2022. */
const OFFSET = '-06:00'

export interface Begin {
  readonly begin: 'now' | 'date'
  readonly date: string
  readonly time: string
}

/** Request value; `undefined` starts the credential when it is issued. */
export const startsAtOf = ({ begin, date, time }: Begin): string | undefined =>
  begin === 'now' ? undefined : `${date}T${time || '00:00'}${OFFSET}`

/** `null` if incomplete or not a valid date. */
export function spanOf(begin: Begin, days: number, now: Date): { from: Date; to: Date } | null {
  const text = startsAtOf(begin)
  const start = text === undefined ? now : new Date(text)
  if (Number.isNaN(start.getTime()) || !Number.isInteger(days) || days < 1 || days > 365) return null
  // A start in the past means now.
  const from = start < now ? now : start
  return { from, to: new Date(from.getTime() + days * DAY_MS) }
}

/** A date in Mexico City, some days from now, for a date field. */
export const dayFromNow = (days: number, now = new Date()): string =>
  new Date(now.getTime() + days * DAY_MS - 6 * HOUR_MS).toISOString().slice(0, 10)
