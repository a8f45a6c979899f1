// NMEA 0183 GGA: where a rover says it is.

/** What a GGA sentence says; null: the field is empty or makes no sense. */
export interface Gga {
  /** null: no fix. */
  readonly position: { readonly lat: number; readonly lng: number } | null
  /** 0 no fix, 1 single, 2 differential, 4 RTK fixed, 5 RTK float, … */
  readonly quality: number
  readonly satellites: number | null
  readonly hdop: number | null
  /** Metres above the geoid. */
  readonly altitude: number | null
  /** Seconds since the newest correction that was used. */
  readonly age: number | null
  /** Seconds since midnight UTC. */
  readonly timeOfDay: number | null
}

/** What is written as a GGA; what is left out is what a simple receiver would say. */
export interface Fix {
  readonly lat: number
  readonly lng: number
  readonly quality?: number
  readonly satellites?: number
  readonly hdop?: number
  readonly altitude?: number
  readonly age?: number | null
}

/** Up to the altitude: older receivers leave out what follows it. */
const FEWEST_FIELDS = 10
/** Of a minute of arc: 0.2 mm. */
const STEPS_PER_MINUTE = 1e7

/** A sentence of any talker; null when it is none, damaged, or its position is none of this Earth. */
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

/** It has a checksum, and another one than it should have. */
export function hasBadChecksum(sentence: string): boolean {
  const text = sentence.trim()
  const star = text.indexOf('*')
  return star >= 0 && text.slice(star + 1).toUpperCase() !== checksum(text.slice(1, star))
}

/** A sentence without its line end. */
export function writeGga(fix: Fix, at: Date): string {
  const { lat, lng, quality = 1, satellites = 12, hdop = 1, altitude = 0, age = null } = fix
  const time = at.toISOString().slice(11, 22).replaceAll(':', '')
  const place = `${writeAngle(lat, 2)},${lat < 0 ? 'S' : 'N'},${writeAngle(lng, 3)},${lng < 0 ? 'W' : 'E'}`
  const count = String(satellites).padStart(2, '0')
  const reference = age === null ? ',' : `${age.toFixed(1)},0000`
  const body = `GPGGA,${time},${place},${quality},${count},${hdop.toFixed(2)},${altitude.toFixed(3)},M,0.000,M,${reference}`
  return `$${body}*${checksum(body)}`
}

/** All characters between `$` and `*`, one over the other, in hex. */
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
  // Receivers without a fix, and programs without a receiver, say zero and zero.
  return north === 0 && east === 0 ? null : { lat: north, lng: east }
}

const signOf = (letter: string, positive: string, negative: string) =>
  letter === positive ? 1 : letter === negative ? -1 : Number.NaN

/** `dddmm.mmmm` in degrees; NaN when it is no angle. */
function readAngle(text: string, limit: number): number {
  const value = numberWithin(text, 0, limit * 100) ?? Number.NaN
  const degrees = Math.floor(value / 100)
  const minutes = value - degrees * 100
  return minutes < 60 ? degrees + minutes / 60 : Number.NaN
}

function writeAngle(angle: number, digits: number): string {
  // Rounded as a whole: 59.99999999 minutes must become the next degree, not 60 minutes.
  const steps = Math.round(Math.abs(angle) * 60 * STEPS_PER_MINUTE)
  const degrees = Math.floor(steps / (60 * STEPS_PER_MINUTE))
  const minutes = steps / STEPS_PER_MINUTE - degrees * 60
  return String(degrees).padStart(digits, '0') + minutes.toFixed(7).padStart(10, '0')
}

/** `hhmmss.ss`; a minute may have a leap second. */
function readTimeOfDay(text: string): number | null {
  const [, hours, minutes, seconds] = /^([01]\d|2[0-3])([0-5]\d)((?:[0-5]\d|60)(?:\.\d*)?)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Plain decimals only: `Number` alone would take `1e3` and `0x10`. */
function numberWithin(text: string, min: number, max: number): number | null {
  if (!/^-?\d+(\.\d*)?$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}
