// Times for people are in the time zone of this machine (TZ), with the offset shown. JSON uses UTC.
import { readInstant } from '../../domain/time/local-time.ts'
import { UsageError } from './failures.ts'
import { type Flag, text } from './flags.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** For example 2026-11-16 15:30 -06. */
export const shortTime = (at: Date | null): string => (at === null ? '-' : `${day(at)} ${clock(at)} ${zone(at)}`)

export const fullTime = (at: Date): string => `${day(at)} ${clock(at)}:${two(at.getSeconds())} ${zone(at)}`

const day = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
const clock = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`

function zone(at: Date): string {
  const east = -at.getTimezoneOffset()
  if (east === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(east) / 60), Math.abs(east) % 60]
  return `${east < 0 ? '-' : '+'}${two(hours)}${minutes === 0 ? '' : `:${two(minutes)}`}`
}

const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?: ?([Zz]|UTC|[+-]\d{2}(?::?\d{2})?))?)?$/

/** A date means 00:00 Mexico central time, as in the API. A time is in this machine's zone, unless it names another. */
export function readTime(said: string, name: string): Date {
  const [, date, time, zone] = FORM.exec(said.trim()) ?? []
  const at = date === undefined ? null : time === undefined ? readInstant(date) : timeOf(date, time, zone)
  if (at) return at
  throw new UsageError(
    `${name}: expected a time such as 2027-01-31, "2027-01-31 18:00" (this machine's time) or 2027-01-31T18:00:00Z, got "${said}"`,
  )
}

function timeOf(date: string, time: string, zone: string | undefined): Date | null {
  if (zone !== undefined) return readInstant(`${date}T${time}${zone === 'UTC' ? 'Z' : zone}`)
  // Parse as UTC first to reject invalid dates; Date alone would turn 30 February into March.
  return readInstant(`${date}T${time}Z`) && new Date(`${date}T${time}`)
}

export const time = (help: string): Flag<Date | undefined> => ({
  ...text('TIME', help),
  read: (said, name) => (said === undefined ? undefined : readTime(said, name)),
})

export const ABOUT_TIMES =
  'TIME is a date (00:00 Mexico central time), a local time of this machine ("2027-01-31 18:00"; set TZ for another zone), or a time with its zone (2027-01-31T18:00:00Z, "2027-01-31 18:00 -06").'
