// Converts between epoch fields and instants. A field counts milliseconds of a week or day; the arrival time determines
// which week or day.
import { gpsFromUtc, leapSecondsAt, utcFromGps } from './gps-time.ts'
import { type Constellation, GLONASS_DAY_UNKNOWN } from './observations/head.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const A_SUNDAY_MS = Date.UTC(1980, 0, 6)
const BEIDOU_BEHIND_GPS_MS = 14_000
const MOSCOW_AHEAD_OF_UTC_MS = 3 * 3_600_000

const DAY_SHIFT = 2 ** 27
/** DF034 extends one second past the day, for a leap second. */
const LONGEST_GLONASS_DAY_MS = DAY_MS + 1_000

/** The instant nearest to `nearMs` that the field can mean, in ms since 1970; `null` if the field is invalid. */
export function epochInstant(constellation: Constellation, epoch: number, nearMs: number): number | null {
  if (constellation === 'GLO') return glonassInstant(epoch, nearMs)
  if (epoch >= WEEK_MS) return null
  const gps = constellation === 'BDS' ? epoch + BEIDOU_BEHIND_GPS_MS : epoch
  return utcFromGps(nearest(gps, WEEK_MS, gpsFromUtc(nearMs)))
}

const A_SUNDAY_IN_MOSCOW_MS = A_SUNDAY_MS - MOSCOW_AHEAD_OF_UTC_MS

/** DF416 (day of the week, Sunday is 0) and DF034 (ms of the day), both in Moscow time, UTC + 3 h. */
function glonassInstant(epoch: number, nearMs: number): number | null {
  const day = Math.floor(epoch / DAY_SHIFT)
  const timeOfDay = epoch % DAY_SHIFT
  if (day === GLONASS_DAY_UNKNOWN) return glonassInstantOfDay(epoch, nearMs)
  if (timeOfDay >= LONGEST_GLONASS_DAY_MS) return null
  return nearest(A_SUNDAY_IN_MOSCOW_MS + day * DAY_MS + timeOfDay, WEEK_MS, nearMs)
}

/** Time of the day in GPS time, in ms; `null` if the field is invalid. `nearMs`: when the message was received. */
export function gpsTimeOfDay(constellation: Constellation, epoch: number, nearMs: number): number | null {
  if (constellation !== 'GLO')
    return epoch >= WEEK_MS ? null : (constellation === 'BDS' ? epoch + BEIDOU_BEHIND_GPS_MS : epoch) % DAY_MS
  const timeOfDay = epoch % DAY_SHIFT
  if (timeOfDay >= LONGEST_GLONASS_DAY_MS) return null
  return (timeOfDay + DAY_MS - MOSCOW_AHEAD_OF_UTC_MS + leapSecondsAt(nearMs) * 1000) % DAY_MS
}

/** Uses only the time of the day, and ignores the day in the field. */
export function glonassInstantOfDay(epoch: number, nearMs: number): number | null {
  const timeOfDay = epoch % DAY_SHIFT
  return timeOfDay >= LONGEST_GLONASS_DAY_MS ? null : nearest(A_SUNDAY_IN_MOSCOW_MS + timeOfDay, DAY_MS, nearMs)
}

/**
 * GPS time of a GLONASS epoch, nearest to `nearMs` (GPS time); `null` if the field is invalid. On the Moscow day of a
 * leap second some receivers count 86401 s, as the standard says, and others repeat 03:00:00. `isRepeated`: the stream has
 * sent this field in its epoch before.
 */
export function glonassGpsTime(epoch: number, nearMs: number, isRepeated = false): number | null {
  const timeOfDay = epoch % DAY_SHIFT
  if (timeOfDay >= LONGEST_GLONASS_DAY_MS) return null
  const dayMs = nearest(A_SUNDAY_IN_MOSCOW_MS + timeOfDay, DAY_MS, utcFromGps(nearMs)) - timeOfDay
  const countedMs = gpsFromUtc(dayMs) + timeOfDay
  if (leapSecondsAt(dayMs) === leapSecondsAt(dayMs + DAY_MS)) return countedMs
  const shownMs = gpsFromUtc(dayMs + timeOfDay)
  const isSecond = isRepeated && Math.floor((timeOfDay - MOSCOW_AHEAD_OF_UTC_MS) / 1000) === 0
  return isSecond || Math.abs(shownMs - nearMs) < Math.abs(countedMs - nearMs) ? shownMs : countedMs
}

/** Period after which the field repeats. A day for GLONASS, whose day of the week is unreliable. */
export const epochPeriodMs = (constellation: Constellation): number => (constellation === 'GLO' ? DAY_MS : WEEK_MS)

const nearest = (instantMs: number, periodMs: number, nearMs: number) =>
  instantMs + Math.round((nearMs - instantMs) / periodMs) * periodMs

/** The inverse of `epochInstant`. */
export function epochField(constellation: Constellation, instantMs: number): number {
  if (constellation === 'GLO') {
    const moscow = sinceSunday(instantMs - A_SUNDAY_MS + MOSCOW_AHEAD_OF_UTC_MS)
    return Math.floor(moscow / DAY_MS) * DAY_SHIFT + (moscow % DAY_MS)
  }
  const gps = gpsFromUtc(instantMs)
  return sinceSunday(constellation === 'BDS' ? gps - BEIDOU_BEHIND_GPS_MS : gps)
}

const sinceSunday = (ms: number) => ((ms % WEEK_MS) + WEEK_MS) % WEEK_MS
