// NTRIP sourcetables: one record a line, fields between semicolons.

export interface StreamRecord {
  readonly mountpoint: string
  readonly identifier: string
  readonly format: string
  readonly navSystem: string
  readonly country: string
  readonly lat: string
  readonly lng: string
  /** A virtual station (a VRS mountpoint): it needs the rover's position, or it is computed from a network and has no position of its own. */
  readonly isVirtual: boolean
}

/** What the CAS record says of the caster. */
export interface TableCaster {
  readonly host: string
  readonly port: number
  readonly identifier: string
  readonly operator: string
  /** It reads positions that rovers send. */
  readonly readsGga: boolean
  /** ISO 3166, three letters. */
  readonly country: string
  readonly lat: number | null
  readonly lng: number | null
  /** Anything else. */
  readonly misc?: string
}

/** What the NET record says of the network; the streams name it and share its fee. */
export interface TableNetwork {
  readonly identifier: string
  readonly operator: string
  readonly fee: boolean
  /** Addresses: of the network, and where to register. */
  readonly website?: string
  readonly registration?: string
}

/** What an STR record says of a stream; what is left out is not known. */
export interface TableStream {
  readonly mountpoint: string
  readonly identifier: string
  readonly format: string
  /** Messages and their seconds: `1006(10),1077(1)`. */
  readonly formatDetails?: string
  /** 0 none, 1 L1, 2 L1 and L2. */
  readonly carrier?: 0 | 1 | 2
  /** GPS, GLO, GAL, BDS, … */
  readonly constellations: readonly string[]
  readonly country: string
  readonly lat: number | null
  readonly lng: number | null
  readonly needsGga: boolean
  /** Computed from several stations. */
  readonly fromNetwork: boolean
  readonly generator?: string
  /** Bits a second. */
  readonly bitrate?: number
  /** It needs no login, and so costs nothing. */
  readonly isOpen?: boolean
  /** Anything else. */
  readonly misc?: string
}

/** The last line, with its end. */
export const END_OF_TABLE = 'ENDSOURCETABLE\r\n'

const NMEA = 11
const SOLUTION = 12
const BASIC = 'B'
const NO_LOGIN = 'N'

/** By its first line: any other may be a CSV line of a station that is called STR. */
export const looksLikeSourcetable = (text: string) => /^\s*(SOURCETABLE 200 OK|STR;|CAS;|NET;)/.test(text)

/** An STR line, or null for any other. STR;mountpoint;identifier;format;details;carrier;nav-system;network;country;lat;lng;nmea;solution;… */
export function parseStreamRecord(line: string): StreamRecord | null {
  const fields = line.split(';').map((field) => field.trim())
  if (fields[0] !== 'STR') return null
  const [, mountpoint = '', identifier = '', format = '', , , navSystem = '', , country = '', lat = '', lng = ''] =
    fields
  return {
    mountpoint,
    identifier,
    format,
    navSystem,
    country,
    lat,
    lng,
    isVirtual: fields[NMEA] === '1' || (fields[SOLUTION] === '1' && !(Number(lat) || Number(lng))),
  }
}

/** The body of the answer: no head, and the line that ends it. */
export function sourcetable(table: {
  caster: TableCaster
  network: TableNetwork
  streams: readonly TableStream[]
  /** Whole records that somebody wrote, each behind ours of its kind. */
  lines?: readonly string[]
}): string {
  const { caster, network, streams, lines = [] } = table
  const written = (kind: string) => lines.filter((line) => line.startsWith(`${kind};`))
  const all = [
    ...[casterLine(caster), ...written('CAS')],
    ...[networkLine(network), ...written('NET')],
    ...[...streams.map((stream) => streamLine(stream, network)), ...written('STR')],
  ]
  return [...all, END_OF_TABLE].join('\r\n')
}

/** CAS;host;port;identifier;operator;nmea;country;lat;lng;fallback-host;fallback-port;misc */
const casterLine = ({ host, port, identifier, operator, readsGga, country, lat, lng, misc = '' }: TableCaster) =>
  record(
    'CAS',
    host,
    port,
    identifier,
    operator,
    flag(readsGga),
    country,
    degrees(lat),
    degrees(lng),
    '0.0.0.0',
    0,
    misc,
  )

/** NET;identifier;operator;authentication;fee;web-net;web-str;web-reg;misc */
const networkLine = ({ identifier, operator, fee, website = 'none', registration = 'none' }: TableNetwork) =>
  record('NET', identifier, operator, BASIC, yesNo(fee), website, 'none', registration, '')

function streamLine(stream: TableStream, network: TableNetwork): string {
  const { mountpoint, identifier, format, formatDetails = '', carrier = '', constellations, country } = stream
  return record(
    'STR',
    mountpoint,
    identifier,
    format,
    formatDetails,
    carrier,
    constellations.join('+'),
    network.identifier,
    country,
    degrees(stream.lat),
    degrees(stream.lng),
    flag(stream.needsGga),
    flag(stream.fromNetwork),
    stream.generator ?? '',
    'none', // compression and encryption
    stream.isOpen ? NO_LOGIN : BASIC,
    yesNo(network.fee && !stream.isOpen),
    stream.bitrate ?? '',
    stream.misc ?? '',
  )
}

const record = (...fields: (string | number)[]) => fields.map((field) => plain(String(field))).join(';')

/** NTRIP lets a semicolon stand in quotes, but common clients cut at every one: none is written, nor any quote. */
function plain(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replaceAll(';', ',')
    .replaceAll('"', "'")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** Most fields, of which a large table has a hundred thousand. */
const PLAIN = /^(?:[!#-:<-~][ !#-:<-~]*)?(?<! )$/

/** Two decimals by the standard; common casters write four, and the nearest base is then really the nearest. */
const degrees = (angle: number | null) => (angle === null ? '' : (Math.round(angle * 1e4) / 1e4).toFixed(4))

const flag = (is: boolean) => (is ? '1' : '0')
const yesNo = (is: boolean) => (is ? 'Y' : 'N')
