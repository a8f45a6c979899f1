// GPS time: milliseconds since 1980-01-06T00:00:00 GPS, without leap seconds. Epochs of observations use it, because
// every RINEX file does.

const GPS_START_MS = Date.UTC(1980, 0, 6)

/** Instants (UTC) from which GPS time is one second further ahead of UTC. IERS Bulletin C; none is announced after. */
const LEAP_DAYS: readonly string[] = [
  '1981-07-01',
  '1982-07-01',
  '1983-07-01',
  '1985-07-01',
  '1988-01-01',
  '1990-01-01',
  '1991-01-01',
  '1992-07-01',
  '1993-07-01',
  '1994-07-01',
  '1996-01-01',
  '1997-07-01',
  '1999-01-01',
  '2006-01-01',
  '2009-01-01',
  '2012-07-01',
  '2015-07-01',
  '2017-01-01',
]
const LEAPS_MS = LEAP_DAYS.map((day) => Date.parse(day))
/** The same instants in GPS time. */
const LEAPS_GPS_MS = LEAPS_MS.map((utcMs, at) => utcMs - GPS_START_MS + (at + 1) * 1000)

/** Seconds that GPS time is ahead of UTC. */
export const leapSecondsAt = (utcMs: number): number => leapsUntil(LEAPS_MS, utcMs)

export const gpsFromUtc = (utcMs: number): number => utcMs - GPS_START_MS + leapSecondsAt(utcMs) * 1000

/** A leap second, 23:59:60, becomes the second after it. */
export const utcFromGps = (gpsMs: number): number => gpsMs + GPS_START_MS - leapsUntil(LEAPS_GPS_MS, gpsMs) * 1000

function leapsUntil(leapsMs: readonly number[], atMs: number): number {
  let count = leapsMs.length
  while (count > 0 && atMs < leapsMs[count - 1]!) count--
  return count
}
