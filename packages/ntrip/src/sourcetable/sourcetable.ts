// NTRIP sourcetables: one record per line, fields separated by semicolons.

export interface StreamRecord {
  readonly mountpoint: string
  readonly identifier: string
  readonly format: string
  readonly navSystem: string
  readonly country: string
  readonly lat: string
  readonly lng: string
  /** A virtual station (VRS): it needs the rover's position, or is computed from a network. */
  readonly isVirtual: boolean
}

/** Fields of the CAS record. */
export interface TableCaster {
  readonly host: string
  readonly port: number
  readonly identifier: string
  readonly operator: string
  /** Whether the caster reads positions that rovers send. */
  readonly readsGga: boolean
  /** ISO 3166, three letters. */
  readonly country: string
  readonly lat: number | null
  readonly lng: number | null
  readonly misc?: string
}

/** Fields of the NET record. The STR records repeat its identifier and fee. */
export interface TableNetwork {
  readonly identifier: string
  readonly operator: string
  readonly fee: boolean
  /** URLs of the network and of its registration page. */
  readonly website?: string
  readonly registration?: string
}

/** Fields of an STR record; an omitted field is unknown. */
export interface TableStream {
  readonly mountpoint: string
  readonly identifier: string
  readonly format: string
  /** Message types with their intervals in seconds: `1006(10),1077(1)`. */
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
  /** Bits per second. */
  readonly bitrate?: number
  /** Whether the stream needs no login; it then has no fee. */
  readonly isOpen?: boolean
  readonly misc?: string
}

/** The last line, with its line end. */
export const END_OF_TABLE = 'ENDSOURCETABLE\r\n'

const NMEA = 11
const SOLUTION = 12
const BASIC = 'B'
const NO_LOGIN = 'N'

/** Checks only the first line: a later one can be a CSV line of a station named STR. */
export const looksLikeSourcetable = (text: string) => /^\s*(SOURCETABLE 200 OK|STR;|CAS;|NET;)/.test(text)

/**
 * Parses an STR line; `null` for any other line.
 * STR;mountpoint;identifier;format;details;carrier;nav-system;network;country;lat;lng;nmea;solution;…
 */
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

/** Returns the body of the response, including its last line. */
export function sourcetable(table: {
  caster: TableCaster
  network: TableNetwork
  streams: readonly TableStream[]
  /** Complete records to add, each after our own records of its kind. */
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

/** Replaces semicolons and quotes: NTRIP allows quoted semicolons, but common clients split at every one. */
function plain(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replaceAll(';', ',')
    .replaceAll('"', "'")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** Fast path for most fields: a large table has a hundred thousand. */
const PLAIN = /^(?:[!#-:<-~][ !#-:<-~]*)?(?<! )$/

/** The standard has two decimals. Common casters write four, so that clients find the nearest base. */
const degrees = (angle: number | null) => (angle === null ? '' : (Math.round(angle * 1e4) / 1e4).toFixed(4))

const flag = (is: boolean) => (is ? '1' : '0')
const yesNo = (is: boolean) => (is ? 'Y' : 'N')
