// The time scale of the simulated sky for all constellations: seconds since the start of GPS time.

const GPS_START_MS = Date.UTC(1980, 0, 6)
/** GPS time minus UTC, unchanged since 2017-01-01. */
const AHEAD_OF_UTC_S = 18
const WEEK_S = 604_800

export const gpsSeconds = (instantMs: number): number => (instantMs - GPS_START_MS) / 1000 + AHEAD_OF_UTC_S

export const instantOf = (gpsSeconds: number): number => (gpsSeconds - AHEAD_OF_UTC_S) * 1000 + GPS_START_MS

/** Start of week 0 of each constellation, in GPS seconds. */
export const WEEKS_BEGIN = {
  GPS: 0,
  /** Galileo OS SIS ICD, 5.1.2: with the first rollover of GPS, 1999-08-22 */
  GAL: 1024 * WEEK_S,
  /** BDS-SIS-ICD, 3.3: 2006-01-01 UTC, when GPS was ahead of UTC by 14 s */
  BDS: 1356 * WEEK_S + 14,
} as const

/** The constellation's week number without rollover, and the seconds in that week. */
export function weekOf(constellation: keyof typeof WEEKS_BEGIN, gpsSeconds: number): { week: number; seconds: number } {
  const since = gpsSeconds - WEEKS_BEGIN[constellation]
  const week = Math.floor(since / WEEK_S)
  return { week, seconds: since - week * WEEK_S }
}
