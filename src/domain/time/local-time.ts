// Calendar days and times in the network's zone, Mexico central time.
import { Temporal } from 'temporal-polyfill'

export const ZONE = 'America/Mexico_City'

/** A calendar date, week date or ordinal date. A month without a day is rejected, since it is a period. */
const DATE =
  /^(?<year>\d{4})(?<hyphen>-?)(?:(?<month>\d{2})\k<hyphen>(?<day>\d{2})|[Ww](?<week>\d{2})\k<hyphen>(?<weekday>[1-7])|(?<dayOfYear>\d{3}))$/
/** The fraction belongs to the smallest unit given. */
const TIME =
  /^(?<hours>\d{2})(?:(?<colon>:?)(?<minutes>\d{2})(?:\k<colon>(?<seconds>\d{2}))?)?(?:[.,](?<fraction>\d{1,9}))?$/
const INSTANT = /^(?<date>[\dWw-]+)(?:[Tt ](?<time>[\d:.,]+)(?<zone>[Zz]|[-+−]\d{2}(?::?\d{2})?)?)?$/

/**
 * Parses every unambiguous form of ISO 8601; `null` if the text is invalid or the time does not exist. A date means its
 * first moment. A time without an offset is local.
 */
export function readInstant(text: string): Date | null {
  const { date, time, zone } = INSTANT.exec(text)?.groups ?? {}
  if (!date) return null
  try {
    const local = dayOf(date)
      .toPlainDateTime()
      .add({ nanoseconds: time === undefined ? 0 : nanosecondsOf(time) })
    return new Date(local.toZonedDateTime(zone === undefined ? ZONE : zoneOf(zone)).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return null // 30 February, 25:00, an offset of 99 hours
    throw error
  }
}

function dayOf(text: string): Temporal.PlainDate {
  const { year, month, day, week, weekday, dayOfYear } = partsOf(text, DATE)
  if (month) return Temporal.PlainDate.from(`${year}-${month}-${day}`)
  if (dayOfYear) {
    const found = Temporal.PlainDate.from(`${year}-01-01`).add({ days: Number(dayOfYear) - 1 })
    return check(found, found.year === Number(year))
  }
  const inFirstWeek = Temporal.PlainDate.from(`${year}-01-04`)
  const found = inFirstWeek.add({ days: 7 * (Number(week) - 1) + Number(weekday) - inFirstWeek.dayOfWeek })
  return check(found, found.yearOfWeek === Number(year))
}

const HOUR_NS = 3_600_000_000_000
const MINUTE_NS = HOUR_NS / 60
const SECOND_NS = MINUTE_NS / 60

/** Nanoseconds since midnight. 24:00 is the end of the day. */
function nanosecondsOf(text: string): number {
  const { hours, minutes, seconds, fraction } = partsOf(text, TIME)
  const unit = seconds ? SECOND_NS : minutes ? MINUTE_NS : HOUR_NS
  const whole = Number(hours) * HOUR_NS + Number(minutes ?? 0) * MINUTE_NS + Number(seconds ?? 0) * SECOND_NS
  const sum = whole + Math.floor(Number(`0.${fraction ?? 0}`) * unit)
  return check(sum, sum <= 24 * HOUR_NS && Number(minutes ?? 0) < 60 && Number(seconds ?? 0) < 60)
}

function zoneOf(zone: string): string {
  if (/^z$/i.test(zone)) return 'UTC'
  const digits = zone.replace('−', '-').replace(':', '')
  return `${digits.slice(0, 3)}:${digits.slice(3) || '00'}`
}

function partsOf(text: string, form: RegExp): Partial<Record<string, string>> {
  const parts = form.exec(text)?.groups
  return check(parts ?? {}, parts !== undefined)
}

function check<Value>(value: Value, exists: boolean): Value {
  if (!exists) throw new RangeError('no such time')
  return value
}

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

export const localDay = (at: Date): string => dayFormat.format(at)

export const startOfDay = (day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(ZONE).epochMilliseconds)

/** The last `count` days including today, oldest first. */
export function lastDays(count: number, now: Date): string[] {
  const today = Temporal.PlainDate.from(localDay(now))
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString())
}
