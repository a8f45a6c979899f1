// NMEA 0183 GGA sentences: the position that a rover reports.

/** A parsed GGA sentence; a field is `null` if it is empty or invalid. */
export interface Gga {
  /** `null` without a fix. */
  readonly position: { readonly lat: number; readonly lng: number } | null
  /** 0 no fix, 1 single, 2 differential, 4 RTK fixed, 5 RTK float, … */
  readonly quality: number
  readonly satellites: number | null
  readonly hdop: number | null
  /** Metres above the geoid. */
  readonly altitude: number | null
  /** Age of the newest correction in use, in seconds. */
  readonly age: number | null
  /** Seconds since midnight UTC. */
  readonly timeOfDay: number | null
}

/** Values for `writeGga`; omitted values get the defaults of a simple receiver. */
export interface Fix {
  readonly lat: number
  readonly lng: number
  readonly quality?: number
  readonly satellites?: number
  readonly hdop?: number
  readonly altitude?: number
  readonly age?: number | null
}

/** Fields up to the altitude: older receivers omit the rest. */
const FEWEST_FIELDS = 10
/** Steps per minute of arc; one step is 0.2 mm. */
const STEPS_PER_MINUTE = 1e7

/** Accepts any talker id. `null` if the sentence is no GGA, is damaged, or has an impossible position. */
export function readGga(sentence: string): Gga | null {
  const text = sentence.trim()
  const star = text.indexOf('*')
  if (!/^\$[A-Z]{2}GGA,/.test(text)) return null
  if (hasBadChecksum(text)) return null
  const fields = (star < 0 ? text : text.slice(0, star)).split(',')
  if (fields.length < FEWEST_FIELDS) return null
  const [, time = '', lat = '', northSouth = '', lng = '', eastWest = '', quality = '', ...more] = fields
  const [satellites = '', hdop = '', altitude = '', , , , age = ''] = more
  const position = readPosition(lat, northSouth, lng, eastWest)
  if (position === 'impossible') return null
  return {
    position,
    quality: position ? (numberWithin(quality, 0, 9) ?? 0) : 0,
    satellites: numberWithin(satellites, 0, 999),
    hdop: numberWithin(hdop, 0, 9999),
    altitude: numberWithin(altitude, -100_000, 100_000),
    age: numberWithin(age, 0, 1_000_000),
    timeOfDay: readTimeOfDay(time),
  }
}

/** Whether the sentence has a checksum and it is wrong. */
export function hasBadChecksum(sentence: string): boolean {
  const text = sentence.trim()
  const star = text.indexOf('*')
  return star >= 0 && text.slice(star + 1).toUpperCase() !== checksum(text.slice(1, star))
}

/** Returns a sentence without its line end. */
export function writeGga(fix: Fix, at: Date): string {
  const { lat, lng, quality = 1, satellites = 12, hdop = 1, altitude = 0, age = null } = fix
  const time = at.toISOString().slice(11, 22).replaceAll(':', '')
  const place = `${writeAngle(lat, 2)},${lat < 0 ? 'S' : 'N'},${writeAngle(lng, 3)},${lng < 0 ? 'W' : 'E'}`
  const count = String(satellites).padStart(2, '0')
  const reference = age === null ? ',' : `${age.toFixed(1)},0000`
  const body = `GPGGA,${time},${place},${quality},${count},${hdop.toFixed(2)},${altitude.toFixed(3)},M,0.000,M,${reference}`
  return `$${body}*${checksum(body)}`
}

/** XOR of all characters between `$` and `*`, in hex. */
function checksum(body: string): string {
  let sum = 0
  for (let at = 0; at < body.length; at++) sum ^= body.charCodeAt(at)
  return (sum & 0xff).toString(16).toUpperCase().padStart(2, '0')
}

function readPosition(lat: string, northSouth: string, lng: string, eastWest: string): Gga['position'] | 'impossible' {
  if (lat === '' || lng === '') return null
  const north = readAngle(lat, 90) * signOf(northSouth, 'N', 'S')
  const east = readAngle(lng, 180) * signOf(eastWest, 'E', 'W')
  if (Number.isNaN(north) || Number.isNaN(east)) return 'impossible'
  // Receivers without a fix, and programs without a receiver, send 0, 0.
  return north === 0 && east === 0 ? null : { lat: north, lng: east }
}

const signOf = (letter: string, positive: string, negative: string) =>
  letter === positive ? 1 : letter === negative ? -1 : Number.NaN

/** Parses `dddmm.mmmm` to degrees; NaN if invalid. */
function readAngle(text: string, limit: number): number {
  const value = numberWithin(text, 0, limit * 100) ?? Number.NaN
  const degrees = Math.floor(value / 100)
  const minutes = value - degrees * 100
  return minutes < 60 ? degrees + minutes / 60 : Number.NaN
}

function writeAngle(angle: number, digits: number): string {
  // Rounds the angle as a whole: 59.99999999 minutes must become the next degree, not 60 minutes.
  const steps = Math.round(Math.abs(angle) * 60 * STEPS_PER_MINUTE)
  const degrees = Math.floor(steps / (60 * STEPS_PER_MINUTE))
  const minutes = steps / STEPS_PER_MINUTE - degrees * 60
  return String(degrees).padStart(digits, '0') + minutes.toFixed(7).padStart(10, '0')
}

/** Parses `hhmmss.ss`; second 60 is a leap second. */
function readTimeOfDay(text: string): number | null {
  const [, hours, minutes, seconds] = /^([01]\d|2[0-3])([0-5]\d)((?:[0-5]\d|60)(?:\.\d*)?)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Accepts plain decimals only: `Number` alone would accept `1e3` and `0x10`. */
function numberWithin(text: string, min: number, max: number): number | null {
  if (!/^-?\d+(\.\d*)?$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}
