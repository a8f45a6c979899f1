// Fast `toISOString`: caches the day and computes the time of day. `toISOString` takes a microsecond, and an issued
// credential has ten times, nearly all within the same few days.
import { DAY_MS } from '../time/units.ts'

const MOST_DAYS = 1_000

const days = new Map<number, string>()
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const THREE = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'))

export function isoTime(at: Date): string {
  const moment = at.getTime()
  const day = Math.floor(moment / DAY_MS)
  const ms = moment - day * DAY_MS
  const seconds = Math.floor(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  return `${days.get(day) ?? remembered(day, at)}${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}.${THREE[ms % 1_000]}Z`
}

function remembered(day: number, at: Date): string {
  const text = at.toISOString()
  const date = text.slice(0, text.indexOf('T') + 1)
  if (days.size >= MOST_DAYS) days.clear()
  days.set(day, date)
  return date
}
