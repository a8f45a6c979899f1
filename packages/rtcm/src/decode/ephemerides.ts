// Decodes broadcast orbits: GPS (1019), GLONASS (1020), NavIC (1041), BeiDou (1042), QZSS (1044) and Galileo (1045 F/NAV,
// 1046 I/NAV). Week numbers are completed with the receive time.
import { BitReader } from '../bits.ts'
import type { GlonassOrbit } from '../encode/glonass-ephemeris.ts'
import { BEIDOU, GALILEO, GPS, type KeplerianOrbit, type Layout } from '../encode/keplerian-orbit.ts'
import { gpsFromUtc } from '../gps-time.ts'
import { decode1020 } from './glonass-orbit.ts'
import { readClock, readOrbit, readRate } from './orbit-fields.ts'

/** GPS week of the week 0 that a constellation counts from. */
const FIRST_WEEK = { GPS: 0, QZS: 0, GAL: 1024, NAV: 1024, BDS: 1356 } as const
const WEEK_MS = 7 * 86_400_000
/** An orbit is sent at most this long before or after its reference time. */
const USED_WITHIN_MS = 6 * 3_600_000

export interface KeplerianEphemeris extends KeplerianOrbit {
  readonly constellation: 'GPS' | 'GAL' | 'BDS' | 'QZS' | 'NAV'
  /** 1 to 63 as in the satellite mask: QZSS PRN - 192. */
  readonly satellite: number
  /** Galileo: F/NAV (1045) or I/NAV (1046). */
  readonly navigation: 'LNAV' | 'FNAV' | 'INAV' | 'D1D2'
  /** IODE, IODnav, AODE or IODEC. */
  readonly issue: number
  /** IODC or AODC; the same as `issue` for Galileo and NavIC. */
  readonly clockIssue: number
  /** URA, SISA or URAI index as sent. */
  readonly accuracyIndex: number
  readonly health: number
  /** Seconds: TGD; BGD E5a/E1; TGD1. */
  readonly groupDelay: number
  /** Seconds: BGD E5b/E1; TGD2. 0 for the others. */
  readonly secondGroupDelay: number
  /** GPS and QZSS: codes on L2. */
  readonly codesOnL2: number
  readonly l2PFlag: number
  /** GPS and QZSS: fit interval flag as sent. */
  readonly fitFlag: number
}

export type Ephemeris = KeplerianEphemeris | GlonassOrbit

/** `null` unless the message is a valid ephemeris. */
export function decodeEphemeris(payload: Uint8Array, type: number, receivedMs: number): Ephemeris | null {
  const decode = DECODERS[type]
  if (!decode) return null
  const fields = new BitReader(payload).skip(12)
  const ephemeris = decode(fields, receivedMs)
  if (fields.remaining < 0) return null
  return ephemeris.constellation === 'GLO' ? ephemeris : { ...ephemeris, week: weekOfOrbit(ephemeris, receivedMs) }
}

type Decode = (fields: BitReader, receivedMs: number) => Ephemeris

const DECODERS: Readonly<Record<number, Decode>> = {
  1019: decode1019,
  1020: decode1020,
  1041: decode1041,
  1042: decode1042,
  1044: decode1044,
  1045: (fields, receivedMs) => galileo(fields, receivedMs, 'FNAV'),
  1046: (fields, receivedMs) => galileo(fields, receivedMs, 'INAV'),
}

/** The week that ends like `sent` and is nearest to the receive time. */
function wholeWeek(sent: number, modulus: number, receivedMs: number, first: number): number {
  const now = Math.floor(gpsFromUtc(receivedMs) / WEEK_MS) - first
  return sent + Math.round((now - sent) / modulus) * modulus
}

/** Messages have the week of their transmission. Around its start and end the orbit's reference time is in another one. */
function weekOfOrbit({ constellation, week, toe }: KeplerianEphemeris, receivedMs: number): number {
  const intoWeekMs = gpsFromUtc(receivedMs) - (week + FIRST_WEEK[constellation]) * WEEK_MS
  if (intoWeekMs < -USED_WITHIN_MS || intoWeekMs > WEEK_MS + USED_WITHIN_MS) return week
  const weeks = Math.round((intoWeekMs - toe * 1000) / WEEK_MS)
  return Math.abs(intoWeekMs - toe * 1000 - weeks * WEEK_MS) <= USED_WITHIN_MS ? week + weeks : week
}

const NONE = { secondGroupDelay: 0, codesOnL2: 0, l2PFlag: 0, fitFlag: 0 }

/** DF009, DF076 to DF103, DF137. */
function decode1019(fields: BitReader, receivedMs: number): KeplerianEphemeris {
  return {
    constellation: 'GPS',
    navigation: 'LNAV',
    secondGroupDelay: 0,
    satellite: fields.unsigned(6),
    week: wholeWeek(fields.unsigned(10), 1024, receivedMs, FIRST_WEEK.GPS),
    accuracyIndex: fields.unsigned(4),
    codesOnL2: fields.unsigned(2),
    iDot: readRate(fields, 14),
    issue: fields.unsigned(8),
    ...readClock(fields, GPS),
    clockIssue: fields.unsigned(10),
    ...readOrbit(fields, GPS),
    groupDelay: fields.signed(8) * 2 ** -31,
    health: fields.unsigned(6),
    l2PFlag: fields.unsigned(1),
    fitFlag: fields.unsigned(1),
  }
}

/** DF429 to DF457: the fields of 1019 in another order, without the L2 P flag. */
function decode1044(fields: BitReader, receivedMs: number): KeplerianEphemeris {
  return {
    constellation: 'QZS',
    navigation: 'LNAV',
    secondGroupDelay: 0,
    l2PFlag: 1, // RINEX 3.05, table A12: QZSS sends no P code on L2
    satellite: fields.unsigned(4),
    ...readClock(fields, GPS),
    issue: fields.unsigned(8),
    ...readOrbit(fields, GPS),
    iDot: readRate(fields, 14),
    codesOnL2: fields.unsigned(2),
    week: wholeWeek(fields.unsigned(10), 1024, receivedMs, FIRST_WEEK.GPS),
    accuracyIndex: fields.unsigned(4),
    health: fields.unsigned(6),
    groupDelay: fields.signed(8) * 2 ** -31,
    clockIssue: fields.unsigned(10),
    fitFlag: fields.unsigned(1),
  }
}

const NAVIC: Layout = {
  ...GPS,
  correctionWidth: 15,
  angleUnit: 2 ** -28,
  radiusUnit: 2 ** -4,
}

/** DF516 to DF545. */
function decode1041(fields: BitReader, receivedMs: number): KeplerianEphemeris {
  const satellite = fields.unsigned(6)
  const week = wholeWeek(fields.unsigned(10), 1024, receivedMs, FIRST_WEEK.NAV)
  const af0 = fields.signed(22) * 2 ** -31
  const af1 = fields.signed(16) * 2 ** -43
  const af2 = fields.signed(8) * 2 ** -55
  const accuracyIndex = fields.unsigned(4)
  const toc = fields.unsigned(16) * 16
  const groupDelay = fields.signed(8) * 2 ** -31
  const deltaN = fields.signed(22) * 2 ** -41 * Math.PI
  const issue = fields.unsigned(8)
  fields.skip(10)
  const health = fields.unsigned(2) // L5 and S
  const [cuc, cus, cic, cis] = [0, 0, 0, 0].map(() => fields.signed(15) * NAVIC.angleUnit) as number[]
  const [crc, crs] = [0, 0].map(() => fields.signed(15) * NAVIC.radiusUnit) as number[]
  const iDot = readRate(fields, 14)
  const m0 = fields.signed(32) * 2 ** -31 * Math.PI
  const toe = fields.unsigned(16) * 16
  const e = fields.unsigned(32) * 2 ** -33
  const sqrtA = fields.unsigned(32) * 2 ** -19
  const omega0 = fields.signed(32) * 2 ** -31 * Math.PI
  const omega = fields.signed(32) * 2 ** -31 * Math.PI
  const omegaDot = fields.signed(22) * 2 ** -41 * Math.PI
  const i0 = fields.signed(32) * 2 ** -31 * Math.PI
  const clock = { toc, af0, af1, af2 }
  const orbit = { toe, sqrtA, e, i0, iDot, omega0, omegaDot, omega, m0, deltaN }
  const corrections = { cuc: cuc!, cus: cus!, cic: cic!, cis: cis!, crc: crc!, crs: crs! }
  const rest = { issue, clockIssue: issue, accuracyIndex, health, groupDelay, ...NONE }
  return { constellation: 'NAV', navigation: 'LNAV', satellite, week, ...clock, ...orbit, ...corrections, ...rest }
}

/** DF488 to DF515. */
function decode1042(fields: BitReader, receivedMs: number): KeplerianEphemeris {
  const satellite = fields.unsigned(6)
  const week = wholeWeek(fields.unsigned(13), 8192, receivedMs, FIRST_WEEK.BDS)
  const accuracyIndex = fields.unsigned(4)
  const iDot = readRate(fields, 14)
  const issue = fields.unsigned(5)
  const clock = readClock(fields, BEIDOU)
  const clockIssue = fields.unsigned(5)
  const orbit = readOrbit(fields, BEIDOU)
  const groupDelay = fields.signed(10) * 1e-10
  const secondGroupDelay = fields.signed(10) * 1e-10
  const health = fields.unsigned(1)
  const rest = { ...NONE, issue, clockIssue, accuracyIndex, health, groupDelay, secondGroupDelay }
  return { constellation: 'BDS', navigation: 'D1D2', satellite, week, iDot, ...clock, ...orbit, ...rest }
}

/** DF252, DF289 to DF316, DF287, DF288. Health has the bits of RINEX: E1-B, E5a and E5b. */
function galileo(fields: BitReader, receivedMs: number, navigation: 'FNAV' | 'INAV'): KeplerianEphemeris {
  const satellite = fields.unsigned(6)
  const week = wholeWeek(fields.unsigned(12), 4096, receivedMs, FIRST_WEEK.GAL)
  const issue = fields.unsigned(10)
  const accuracyIndex = fields.unsigned(8)
  const iDot = readRate(fields, 14)
  const clock = readClock(fields, GALILEO)
  const orbit = readOrbit(fields, GALILEO)
  const groupDelay = fields.signed(10) * 2 ** -32
  const isInav = navigation === 'INAV'
  const secondGroupDelay = isInav ? fields.signed(10) * 2 ** -32 : 0
  const first = fields.unsigned(3) // signal health (2 bits) and data validity of E5a or E5b
  const health = isInav
    ? ((first >>> 1) << 7) | ((first & 1) << 6) | (fields.unsigned(2) << 1) | fields.unsigned(1)
    : ((first >>> 1) << 4) | ((first & 1) << 3)
  fields.skip(isInav ? 2 : 7)
  const rest = { ...NONE, issue, clockIssue: issue, accuracyIndex, health, groupDelay, secondGroupDelay }
  return { constellation: 'GAL', navigation, satellite, week, iDot, ...clock, ...orbit, ...rest }
}
