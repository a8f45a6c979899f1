// Header lines: 60 columns of values, then a label.

/** What a file states about the station, from its equipment history. Empty texts are written as blanks. */
export interface StationHeader {
  readonly markerName: string
  readonly markerNumber: string
  readonly observer: string
  readonly agency: string
  readonly receiver: { readonly serial: string; readonly type: string; readonly firmware: string }
  readonly antenna: { readonly serial: string; readonly type: string; readonly radome: string }
  /** Marker, metres, Earth-centred and Earth-fixed; `null` if unknown. */
  readonly position: { readonly x: number; readonly y: number; readonly z: number } | null
  /** Antenna reference point above, east and north of the marker, metres. */
  readonly eccentricity: { readonly up: number; readonly east: number; readonly north: number }
}

export const headerLine = (values: string, label: string): string =>
  `${values.slice(0, 60).padEnd(60)}${label.padEnd(20)}`

/** RINEX is ASCII: accents are removed and other characters replaced. */
export const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?')

export const left = (text: string, width: number): string => ascii(text).slice(0, width).padEnd(width)

export const fixed = (value: number, width: number, decimals: number): string => value.toFixed(decimals).padStart(width)

const GPS_START_MS = Date.UTC(1980, 0, 6)

/** A GPS time as year, month, day, hour, minute and second with 7 decimals, in the columns of TIME OF FIRST OBS. */
export function headerTime(gpsMs: number): string {
  const date = new Date(GPS_START_MS + gpsMs)
  const whole = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
  ]
  const seconds = date.getUTCSeconds() + date.getUTCMilliseconds() / 1000
  return `${whole.map((part) => String(part).padStart(6)).join('')}${fixed(seconds, 13, 7)}     GPS`
}

/** The time of writing, in the columns of PGM / RUN BY / DATE. */
export const runDate = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', ' ')} UTC`

export function stationLines(station: StationHeader): string[] {
  const { receiver, antenna, position, eccentricity } = station
  const { x, y, z } = position ?? { x: 0, y: 0, z: 0 }
  return [
    headerLine(left(station.markerName, 60), 'MARKER NAME'),
    ...(station.markerNumber ? [headerLine(left(station.markerNumber, 20), 'MARKER NUMBER')] : []),
    headerLine('GEODETIC', 'MARKER TYPE'),
    headerLine(left(station.observer, 20) + left(station.agency, 40), 'OBSERVER / AGENCY'),
    headerLine(
      left(receiver.serial, 20) + left(receiver.type, 20) + left(receiver.firmware, 20),
      'REC # / TYPE / VERS',
    ),
    headerLine(left(antenna.serial, 20) + left(antenna.type, 16) + left(antenna.radome || 'NONE', 4), 'ANT # / TYPE'),
    headerLine([x, y, z].map((metres) => fixed(metres, 14, 4)).join(''), 'APPROX POSITION XYZ'),
    headerLine(
      [eccentricity.up, eccentricity.east, eccentricity.north].map((metres) => fixed(metres, 14, 4)).join(''),
      'ANTENNA: DELTA H/E/N',
    ),
  ]
}
