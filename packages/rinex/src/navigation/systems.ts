// What differs between the constellations in a navigation record.
import { type Ephemeris, gpsFromUtc, type KeplerianEphemeris } from '@vertice/rtcm'

type Keplerian = KeplerianEphemeris['constellation']

/** Letters of RINEX. */
export const LETTER_OF: Readonly<Record<Ephemeris['constellation'], string>> = {
  ...{ GPS: 'G', GLO: 'R', GAL: 'E', BDS: 'C', QZS: 'J', NAV: 'I' },
}

/** RINEX counts the weeks of Galileo and NavIC from GPS week 0, those of BeiDou from 2006. */
export const WEEKS_AHEAD: Readonly<Record<Keplerian, number>> = { GPS: 0, QZS: 0, GAL: 1024, NAV: 1024, BDS: 0 }

/** GPS week of the week 0 that the ephemeris counts from. */
const FIRST_WEEK: Readonly<Record<Keplerian, number>> = { GPS: 0, QZS: 0, GAL: 1024, NAV: 1024, BDS: 1356 }

const WEEK_SECONDS = 7 * 86_400
const BEIDOU_BEHIND_SECONDS = 14
export const GPS_START_MS = Date.UTC(1980, 0, 6)

/** The clock's reference time in the constellation's own time, as a date. Its week can differ from that of toe. */
export function clockDate({ constellation, week, toe, toc }: KeplerianEphemeris): Date {
  const weeks = week + FIRST_WEEK[constellation] + Math.round((toe - toc) / WEEK_SECONDS)
  return new Date(GPS_START_MS + (weeks * WEEK_SECONDS + toc) * 1000)
}

/** Seconds of the constellation's week. */
export const secondsOfWeek = (atMs: number): number => ((atMs - GPS_START_MS) / 1000) % WEEK_SECONDS

/** The instant of the clock or state vector in GPS time, as ms since 1970. */
export function referenceMs(ephemeris: Ephemeris): number {
  if (ephemeris.constellation === 'GLO') return GPS_START_MS + gpsFromUtc(ephemeris.referenceMs)
  return clockDate(ephemeris).getTime() + (ephemeris.constellation === 'BDS' ? BEIDOU_BEHIND_SECONDS * 1000 : 0)
}

/** URA in metres by index (RINEX 3.05, table A6: nominal values, rounded to one decimal). */
const URA_METRES = [2, 2.8, 4, 5.7, 8, 11.3, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]
const NO_SISA = 255

export function accuracyMetres(constellation: Keplerian, index: number): number {
  if (constellation !== 'GAL') return URA_METRES[Math.min(index, 15)]!
  if (index < 50) return index * 0.01
  if (index < 75) return 0.5 + (index - 50) * 0.02
  if (index < 100) return 1 + (index - 75) * 0.04
  return index <= 125 ? 2 + (index - 100) * 0.16 : -1
}

/** The index whose value is nearest; for Galileo 255 ("no prediction") if negative. */
export function accuracyIndex(constellation: Keplerian, metres: number): number {
  if (constellation === 'GAL' && metres < 0) return NO_SISA
  const highest = constellation === 'GAL' ? 125 : 15
  let best = 0
  for (let index = 1; index <= highest; index++) {
    const distance = Math.abs(accuracyMetres(constellation, index) - metres)
    if (distance < Math.abs(accuracyMetres(constellation, best) - metres)) best = index
  }
  return best
}

/** Geostationary satellites of BeiDou broadcast D2, the others D1. */
const isGeostationary = (satellite: number) => satellite <= 5 || satellite >= 59

/** Name of the message in RINEX 4. */
export function messageName(ephemeris: Ephemeris): string {
  if (ephemeris.constellation === 'GLO') return 'FDMA'
  if (ephemeris.navigation === 'D1D2') return isGeostationary(ephemeris.satellite) ? 'D2' : 'D1'
  return ephemeris.navigation
}
