// Turns the numbers of a navigation record into the ephemerides that RTCM messages give; the inverse of writer.ts.
import type { GlonassOrbit, KeplerianEphemeris } from '@vertice/rtcm'
import { accuracyIndex, GPS_START_MS, secondsOfWeek, WEEKS_AHEAD } from './systems.ts'

export interface NavigationRecord {
  readonly letter: string
  readonly satellite: number
  /** The date of the first line, in the time of the constellation, as ms since 1970. */
  readonly atMs: number
  /** In file order: three of the first line, then four of each; 0 if blank. */
  readonly values: readonly number[]
  readonly isVersion2: boolean
  /** RINEX 4: the name of the message; empty before. */
  readonly message: string
}

type Keplerian = KeplerianEphemeris['constellation']

const CONSTELLATION: Readonly<Record<string, Keplerian>> = { G: 'GPS', E: 'GAL', C: 'BDS', J: 'QZS', I: 'NAV' }
/** Data sources of Galileo: F/NAV of E5a-I. */
const FNAV_BIT = 2
const USUAL_FIT_HOURS = 4
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

export function keplerianFrom({ letter, satellite, atMs, values, message }: NavigationRecord): KeplerianEphemeris {
  const constellation = CONSTELLATION[letter]!
  const [af0, af1, af2, issue, crs, deltaN, m0, cuc, e, cus, sqrtA, toe, cic, omega0, cis, i0, crc] = [
    ...values,
  ] as Numbers
  const [omega, omegaDot, iDot, source, week, l2PFlag, accuracy, health, groupDelay, last, , final] = values.slice(
    17,
  ) as Numbers
  const isGpsLike = constellation === 'GPS' || constellation === 'QZS'
  return {
    ...{ constellation, satellite, af0, af1, af2, issue, crs, deltaN, m0, cuc, e, cus, sqrtA, toe, cic, omega0, cis },
    ...{ i0, crc, omega, omegaDot, iDot, health, groupDelay },
    toc: Math.round(secondsOfWeek(atMs)),
    week: week - WEEKS_AHEAD[constellation],
    navigation: navigationOf(constellation, source, message),
    clockIssue: isGpsLike ? last : constellation === 'BDS' ? final : issue,
    accuracyIndex: accuracyIndex(constellation, accuracy),
    secondGroupDelay: constellation === 'GAL' || constellation === 'BDS' ? last : 0,
    codesOnL2: isGpsLike ? source : 0,
    l2PFlag: isGpsLike ? l2PFlag : 0,
    fitFlag: fitFlagOf(constellation, final),
  }
}

/** A tuple as long as any that is taken apart here. */
type Numbers = [...Ten, ...Ten]
type Ten = [number, number, number, number, number, number, number, number, number, number]

function navigationOf(constellation: Keplerian, source: number, message: string): KeplerianEphemeris['navigation'] {
  if (constellation === 'BDS') return 'D1D2'
  if (constellation !== 'GAL') return 'LNAV'
  if (message === 'FNAV' || message === 'INAV') return message
  return source & FNAV_BIT ? 'FNAV' : 'INAV'
}

/** GPS gives hours, QZSS the flag. */
function fitFlagOf(constellation: Keplerian, value: number): number {
  if (constellation === 'GPS') return value > USUAL_FIT_HOURS ? 1 : 0
  return constellation === 'QZS' && value > 0 ? 1 : 0
}

export function glonassFrom({ satellite, atMs, values, isVersion2 }: NavigationRecord): GlonassOrbit {
  const vector = (column: number) => [3, 7, 11].map((row) => values[row + column]! * 1000) as unknown as Vector
  const periodMs = isVersion2 ? DAY_MS : WEEK_MS
  const frameMs = values[2]! * 1000 + (isVersion2 ? 0 : GPS_START_MS)
  const delay = values[16] ?? 0
  return {
    constellation: 'GLO',
    satellite,
    frequencyChannel: values[10]!,
    referenceMs: atMs,
    frameMs: frameMs + Math.round((atMs - frameMs) / periodMs) * periodMs,
    position: vector(0),
    velocity: vector(1),
    acceleration: vector(2),
    gamma: values[1]!,
    tau: -values[0]!,
    deltaTau: Math.abs(delay) < 1 ? delay : 0,
    age: values[14]!,
    health: values[6]! > 0 ? 4 : 0,
  }
}

type Vector = GlonassOrbit['position']
