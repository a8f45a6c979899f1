// Reads fields of fixed columns.
import { gpsFromUtc } from '@vertice/rtcm'
import { RinexError } from './error.ts'

const GPS_START_MS = Date.UTC(1980, 0, 6)
const BEIDOU_BEHIND_GPS_MS = 14_000
const [SPACE, MINUS, POINT, ZERO] = [32, 45, 46, 48]
const FIELD_WIDTH = 14
/** Place of the point in F14.3. */
const POINT_AT = 10
/** F14.3 has ten digits before the point, or nine after a minus. */
const LIMIT = 1e10

/** UTC is the time system of GLONASS files. */
export type TimeSystem = 'GPS' | 'UTC' | 'BDT'

const TIME_SYSTEMS: Readonly<Record<string, TimeSystem>> = {
  ...{ GPS: 'GPS', GAL: 'GPS', QZS: 'GPS', IRN: 'GPS', GLO: 'UTC', UTC: 'UTC', BDT: 'BDT', BDS: 'BDT' },
}

/** `name`: three letters of the header; the time system of the file's constellation if blank. */
export function timeSystemOf(name: string, system: string): TimeSystem {
  if (name === '') return system === 'R' ? 'UTC' : system === 'C' ? 'BDT' : 'GPS'
  const known = TIME_SYSTEMS[name]
  if (known === undefined) throw new RinexError('unsupported_time_system', name)
  return known
}

/** GPS time in ms. `seconds` can be 60 in a leap second. Files have 7 decimals of a second. */
export function gpsTime(minuteMs: number, seconds: number, timeSystem: TimeSystem): number {
  const ms = Math.round(seconds * 1e7) / 1e4
  if (timeSystem === 'UTC') return gpsFromUtc(minuteMs) + ms
  return minuteMs - GPS_START_MS + ms + (timeSystem === 'BDT' ? BEIDOU_BEHIND_GPS_MS : 0)
}

/** Years have two digits in RINEX 2: 80 to 99 are before 2000. */
export const wholeYear = (year: number): number => (year >= 100 ? year : year < 80 ? year + 2000 : year + 1900)

/** The start of a minute in ms since 1970; NaN if the date is invalid. */
export function minuteOf([year, month, day, hour, minute]: readonly number[]): number {
  if (!isWithin(month!, 1, 12) || !isWithin(day!, 1, 31) || !isWithin(hour!, 0, 23) || !isWithin(minute!, 0, 59))
    return Number.NaN
  const at = new Date(Date.UTC(wholeYear(year!), month! - 1, day!, hour!, minute!))
  return at.getUTCDate() === day ? at.getTime() : Number.NaN
}

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

export const text = (line: Buffer, from: number, to: number): string => line.toString('latin1', from, to)

/** A number in these columns; NaN if they are blank or hold something else. */
export function numberIn(line: Buffer, from: number, to: number): number {
  const digits = text(line, from, to).trim()
  return digits === '' ? Number.NaN : Number(digits)
}

/** A value of the format F14.3: NaN if blank. 0.0 means missing too (RINEX 2.11, table A2; RINEX 4, table A3). */
export function observationAt(line: Buffer, at: number): number {
  if (at + FIELD_WIDTH > line.length) return shortField(line, at)
  if (line[at + POINT_AT] !== POINT) return unusualField(line, at)
  let value = 0
  let isNegative = false
  for (let i = at; i < at + FIELD_WIDTH; i++) {
    const digit = line[i]! - ZERO
    if (digit >= 0 && digit <= 9) value = value * 10 + digit
    else if (line[i] === MINUS && value === 0 && !isNegative) isNegative = true
    else if (i !== at + POINT_AT && (line[i] !== SPACE || value !== 0 || i > at + POINT_AT))
      return unusualField(line, at)
  }
  if (value === 0) return Number.NaN
  // A division by a power of ten rounds like the decimal number itself.
  return (isNegative ? -value : value) / 1000
}

/** A field that ends before its last column: blank, or cut off. */
function shortField(line: Buffer, at: number): number {
  const rest = text(line, at, line.length)
  if (rest.trim() !== '') throw new RinexError('bad_value', rest.trim())
  return Number.NaN
}

function unusualField(line: Buffer, at: number): number {
  if (isBlank(line, at)) return Number.NaN
  const field = text(line, at, at + FIELD_WIDTH).trim()
  const value = Number(field)
  if (!(value > -LIMIT / 10 && value < LIMIT)) throw new RinexError('bad_value', field)
  return value === 0 ? Number.NaN : value
}

function isBlank(line: Buffer, at: number): boolean {
  for (let i = at; i < at + FIELD_WIDTH; i++) if (line[i] !== SPACE) return false
  return true
}
