// NTRIP sourcetables: one record a line, fields between semicolons.

export interface StreamRecord {
  readonly mountpoint: string
  readonly identifier: string
  readonly format: string
  readonly navSystem: string
  readonly lat: string
  readonly lng: string
  /** A virtual station (a VRS mountpoint): it wants the rover's position or is computed from a network. */
  readonly isVirtual: boolean
}

const NMEA = 11
const SOLUTION = 12

/** By its first line: any other may be a CSV line of a station that is called STR. */
export const looksLikeSourcetable = (text: string) => /^\s*(SOURCETABLE 200 OK|STR;|CAS;|NET;)/.test(text)

/** An STR line, or null for any other. STR;mountpoint;identifier;format;details;carrier;nav-system;network;country;lat;lng;nmea;solution;… */
export function parseStreamRecord(line: string): StreamRecord | null {
  const fields = line.split(';').map((field) => field.trim())
  if (fields[0] !== 'STR') return null
  const [, mountpoint = '', identifier = '', format = '', , , navSystem = '', , , lat = '', lng = ''] = fields
  return {
    mountpoint,
    identifier,
    format,
    navSystem,
    lat,
    lng,
    isVirtual: fields[NMEA] === '1' || fields[SOLUTION] === '1',
  }
}
