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

/** Seconds that GPS time is ahead of UTC. */
export function leapSecondsAt(utcMs: number): number {
  let seconds = LEAPS_MS.length
  while (seconds > 0 && utcMs < LEAPS_MS[seconds - 1]!) seconds--
  return seconds
}

export const gpsFromUtc = (utcMs: number): number => utcMs - GPS_START_MS + leapSecondsAt(utcMs) * 1000

export function utcFromGps(gpsMs: number): number {
  const guess = gpsMs + GPS_START_MS - LEAPS_MS.length * 1000
  return gpsMs + GPS_START_MS - leapSecondsAt(guess) * 1000
}
