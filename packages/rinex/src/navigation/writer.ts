// Writes navigation files: mixed in RINEX 3.05 and 4.02, GPS or GLONASS in 2.11.
import type { Ephemeris, GlonassOrbit, KeplerianEphemeris } from '@vertice/rtcm'
import { headerLine, left, runDate } from '../header.ts'
import {
  accuracyMetres,
  clockDate,
  LETTER_OF,
  messageName,
  referenceMs,
  secondsOfWeek,
  WEEKS_AHEAD,
} from './systems.ts'

export interface NavigationHeader {
  /** RINEX 2.11 has a file for each constellation: `2.11 GPS` and `2.11 GLO`. */
  readonly version: '2.11 GPS' | '2.11 GLO' | '3.05' | '4.02'
  readonly program: string
  readonly runBy: string
  readonly writtenAt: Date
  readonly comments: readonly string[]
  readonly leapSeconds: number
}

/** RTCM 3 does not contain when a message was transmitted (RINEX 3.05, table A6). */
const UNKNOWN_TIME = 0.9999e9
/** Hours, for a set fit interval flag and the usual IODC (IS-GPS-200, 20.3.4.4). */
const [FIT_HOURS, LONG_FIT_HOURS] = [4, 6]
/** Where a Galileo message comes from: I/NAV of E1-B and E5b-I, or F/NAV of E5a-I, and the pair of its clock. */
const [INAV_SOURCE, FNAV_SOURCE] = [0b10_0000_0101, 0b1_0000_0010]
const UNKNOWN_URA = 15
const DAY_SECONDS = 86_400

type Value = number | null

/**
 * The file's text: its header, then one record at a time. Repeated ephemerides are written once, in order of time and
 * satellite.
 */
export function* navigationFile(header: NavigationHeader, ephemerides: Iterable<Ephemeris>): Generator<string> {
  const only = header.version.startsWith('2.11') ? header.version.slice(5) : null
  const unique = new Map<string, Ephemeris>()
  for (const one of ephemerides)
    if (only === null || one.constellation === only) if (!unique.has(identity(one))) unique.set(identity(one), one)
  const sorted = [...unique.values()].toSorted(
    (one, other) => referenceMs(one) - referenceMs(other) || (nameOf(one) < nameOf(other) ? -1 : 1),
  )
  yield navigationHeader(header)
  for (const one of sorted) yield navigationRecord(one, header.version)
}

/** The text before the records, for files that are too long to be sorted in memory. */
export const navigationHeader = (header: NavigationHeader): string => textOf(headerLines(header))

export const navigationRecord = (one: Ephemeris, version: NavigationHeader['version']): string =>
  textOf(record(one, version))

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line.trimEnd()}\n`).join('')

const identity = (one: Ephemeris): string =>
  one.constellation === 'GLO'
    ? `${nameOf(one)} ${one.referenceMs}`
    : `${nameOf(one)} ${one.navigation} ${one.week} ${one.toe} ${one.issue}`

const nameOf = ({ constellation, satellite }: Ephemeris): string =>
  `${LETTER_OF[constellation]}${String(satellite).padStart(2, '0')}`

const KINDS: Readonly<Record<NavigationHeader['version'], string>> = {
  '2.11 GPS': 'N: GPS NAV DATA',
  '2.11 GLO': 'G: GLONASS NAV DATA',
  '3.05': `${'N: GNSS NAV DATA'.padEnd(20)}M: MIXED`,
  '4.02': `${'N: GNSS NAV DATA'.padEnd(20)}M: MIXED`,
}

const headerLines = ({ version, program, runBy, writtenAt, comments, leapSeconds }: NavigationHeader): string[] => [
  headerLine(`${version.slice(0, 4).padStart(9)}${' '.repeat(11)}${KINDS[version]}`, 'RINEX VERSION / TYPE'),
  headerLine(left(program, 20) + left(runBy, 20) + runDate(writtenAt), 'PGM / RUN BY / DATE'),
  ...comments.map((comment) => headerLine(left(comment, 60), 'COMMENT')),
  headerLine(String(leapSeconds).padStart(6), 'LEAP SECONDS'),
  headerLine('', 'END OF HEADER'),
]

function record(one: Ephemeris, version: NavigationHeader['version']): string[] {
  const isVersion2 = version.startsWith('2.11')
  const rows = one.constellation === 'GLO' ? glonassRows(one, isVersion2) : keplerianRows(one, isVersion2)
  const at = one.constellation === 'GLO' ? new Date(one.referenceMs) : clockDate(one)
  const exponent = isVersion2 ? 'D' : 'E'
  const [first, ...others] = rows.map((row) => row.map((value) => scientific(value, exponent)).join(''))
  return [
    ...(version === '4.02' ? [`> EPH ${nameOf(one)} ${messageName(one)}`] : []),
    `${isVersion2 ? start2(one.satellite, at) : start3(nameOf(one), at)}${first}`,
    ...others.map((row) => `${' '.repeat(isVersion2 ? 3 : 4)}${row}`),
  ]
}

const two = (part: number, fill = ' ') => String(part).padStart(2, fill)

const partsOf = (at: Date): number[] => [
  ...[at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()],
]

const start2 = (satellite: number, at: Date): string =>
  `${two(satellite)} ${two(at.getUTCFullYear() % 100, '0')} ${partsOf(at)
    .map((part) => two(part))
    .join(' ')}${at.getUTCSeconds().toFixed(1).padStart(5)}`

const start3 = (name: string, at: Date): string =>
  `${name} ${at.getUTCFullYear()} ${[...partsOf(at), at.getUTCSeconds()].map((part) => two(part, '0')).join(' ')}`

/** The format D19.12; `null` is blank. */
function scientific(value: Value, exponent: 'D' | 'E'): string {
  if (value === null) return ' '.repeat(19)
  const [mantissa, power] = (Object.is(value, -0) ? 0 : value).toExponential(12).split('e') as [string, string]
  return `${mantissa}${exponent}${power[0]}${power.slice(1).padStart(2, '0')}`.padStart(19)
}

function keplerianRows(one: KeplerianEphemeris, isVersion2: boolean): Value[][] {
  const { constellation } = one
  const isGpsLike = constellation === 'GPS' || constellation === 'QZS'
  const week = one.week + WEEKS_AHEAD[constellation]
  const accuracy = accuracyMetres(constellation, one.accuracyIndex)
  return [
    [one.af0, one.af1, one.af2],
    [one.issue, one.crs, one.deltaN, one.m0],
    [one.cuc, one.e, one.cus, one.sqrtA],
    [one.toe, one.cic, one.omega0, one.cis],
    [one.i0, one.crc, one.omega, one.omegaDot],
    [one.iDot, sourceOf(one), week, isGpsLike ? one.l2PFlag : null],
    [accuracy, one.health, one.groupDelay, isGpsLike ? one.clockIssue : secondDelayOf(one)],
    [UNKNOWN_TIME, isVersion2 ? FIT_HOURS + one.fitFlag * (LONG_FIT_HOURS - FIT_HOURS) : lastOf(one)],
  ]
}

function sourceOf({ constellation, navigation, codesOnL2 }: KeplerianEphemeris): Value {
  if (constellation === 'GAL') return navigation === 'INAV' ? INAV_SOURCE : FNAV_SOURCE
  return constellation === 'GPS' || constellation === 'QZS' ? codesOnL2 : null
}

const secondDelayOf = ({ constellation, secondGroupDelay }: KeplerianEphemeris): Value =>
  constellation === 'NAV' ? null : secondGroupDelay

/** Fit interval of GPS in hours, fit interval flag of QZSS, AODC of BeiDou. */
function lastOf({ constellation, fitFlag, clockIssue }: KeplerianEphemeris): Value {
  if (constellation === 'GPS') return fitFlag ? LONG_FIT_HOURS : FIT_HOURS
  if (constellation === 'QZS') return fitFlag
  return constellation === 'BDS' ? clockIssue : null
}

/** Kilometres; the frame time is in seconds of the UTC week, in RINEX 2 of the UTC day. */
function glonassRows(one: GlonassOrbit, isVersion2: boolean): Value[][] {
  const frame = secondsOfWeek(one.frameMs)
  const last = [one.health >>> 2, one.frequencyChannel, one.age]
  return [
    [-one.tau, one.gamma, isVersion2 ? frame % DAY_SECONDS : frame],
    ...[0, 1, 2].map((axis) => [
      ...[one.position, one.velocity, one.acceleration].map((vector) => vector[axis]! / 1000),
      last[axis]!,
    ]),
    // Status flags, delay between L1 and L2, accuracy and health flags: added in RINEX 3.05.
    ...(isVersion2 ? [] : [[null, one.deltaTau, UNKNOWN_URA, null]]),
  ]
}
