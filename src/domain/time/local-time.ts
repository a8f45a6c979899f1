// Calendar days and times of the network's zone, Mexico central time.
import { Temporal } from 'temporal-polyfill'

export const ZONE = 'America/Mexico_City'

const FORM =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[Tt](?<time>\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?<offset>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

/** Reads a date, which means its first moment, or a timestamp; `null` if there is no such time. */
export function readInstant(text: string): Date | null {
  const { date, time, offset } = FORM.exec(text)?.groups ?? {}
  if (!date) return null
  try {
    const local = Temporal.PlainDate.from(date, { overflow: 'reject' }).toPlainDateTime(clock(time))
    const zone = offset === undefined ? ZONE : /^z$/i.test(offset) ? 'UTC' : fullOffset(offset)
    return new Date(local.toZonedDateTime(zone).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return null // 30 February, 25:00, an offset of 99 hours
    throw error
  }
}

function clock(time = '00:00'): Temporal.PlainTime {
  // Temporal reads a leap second as :59; the contract knows no such second.
  if (/^\d{2}:\d{2}:60/.test(time)) throw new RangeError('leap second')
  return Temporal.PlainTime.from(time.replace(',', '.'))
}

function fullOffset(offset: string): string {
  const digits = offset.replace(':', '')
  return `${digits.slice(0, 3)}:${digits.slice(3) || '00'}`
}

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day as YYYY-MM-DD. */
export const localDay = (at: Date): string => dayFormat.format(at)

/** The first moment of a day. */
export const startOfDay = (day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(ZONE).epochMilliseconds)

/** The `count` days that end with today, oldest first. */
export function lastDays(count: number, now: Date): string[] {
  const today = Temporal.PlainDate.from(localDay(now))
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString())
}
