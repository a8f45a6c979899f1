// Reads the streams in another caster's sourcetable and tolerates anything else in it.

/** An STR record; fields that cannot be parsed are empty. */
export interface ListedStream {
  readonly mountpoint: string
  readonly identifier: string
  readonly format: string
  readonly formatDetails: string
  readonly carrier: 0 | 1 | 2 | null
  readonly navSystem: string
  /** ISO 3166, three letters; or empty. */
  readonly country: string
  readonly lat: number | null
  readonly lng: number | null
  readonly needsGga: boolean
  readonly fromNetwork: boolean
  readonly generator: string
  /** Bits per second. */
  readonly bitrate: number | null
  /** Marks of the casters that forwarded the stream, if they add marks. */
  readonly via: readonly string[]
}

export interface ReadTable {
  readonly streams: readonly ListedStream[]
  /** The caster's own mark; `null` if it has none. */
  readonly mark: string | null
  /** Number of streams in the table; `beyond` has the first names after `MOST_STREAMS`. */
  readonly listed: number
  readonly beyond: readonly string[]
  /** Names of the streams that need no login, according to the table. */
  readonly open: ReadonlySet<string>
  /** Number of skipped lines: too long, or streams without a name. */
  readonly unreadable: number
}

export const MOST_STREAMS = 10_000
const LONGEST_LINE = 4_096
const LONGEST_FIELD = 100
/** Longer than any name that can be offered. */
const LONGEST_NAME = 200
const LONGEST_DETAILS = 500
const MOST_BEYOND = 200
const MOST_HOPS = 16
const END = 'ENDSOURCETABLE'
const AUTHENTICATION = 15

/** Offset of the table's last line, or -1 if the table is incomplete. */
export function endOfTable(text: string): number {
  if (text.startsWith(END)) return 0
  return text.indexOf(`\n${END}`)
}

/** Yields after each line, so that other work can run: a table can have ten thousand lines. */
export function* readTable(text: string): Generator<undefined, ReadTable> {
  const streams: ListedStream[] = []
  let mark: string | null = null
  const beyond: string[] = []
  const open = new Set<string>()
  let listed = 0
  let unreadable = 0
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const length = (end < 0 ? text.length : end) - at
    const line = length > LONGEST_LINE ? null : text.slice(at, at + length)
    at += length + 1
    yield
    if (line === null) {
      unreadable += 1
      continue
    }
    if (line.startsWith(END)) break
    const fields = fieldsOf(line)
    if (fields[0] === 'CAS') mark ??= markIn(fields.at(-1)!)
    if (fields[0] !== 'STR') continue
    const stream = streamOf(fields)
    if (!stream) {
      unreadable += 1
      continue
    }
    listed += 1
    if (listed <= MOST_STREAMS) {
      streams.push(stream)
      if (fields[AUTHENTICATION] === 'N') open.add(stream.mountpoint)
    } else if (beyond.length < MOST_BEYOND) beyond.push(stream.mountpoint)
  }
  return { streams, mark, listed, beyond, open, unreadable }
}

/** A quoted field can contain semicolons. */
function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(';').map(tidy)
  const fields: string[] = ['']
  let quoted = false
  for (const char of line) {
    if (char === '"') quoted = !quoted
    else if (char === ';' && !quoted) fields.push('')
    else fields[fields.length - 1] += char
  }
  return fields.map(tidy)
}

/** Never cuts a surrogate pair: no database accepts half of one. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/\p{Cs}$/u, '')

const tidy = (field: string) => field.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/**
 * STR;mountpoint;identifier;format;details;carrier;nav-system;network;country;lat;lng;nmea;solution;generator;
 * compression;authentication;fee;bitrate;misc
 */
function streamOf(fields: readonly string[]): ListedStream | null {
  const field = (index: number) => cut(fields[index] ?? '', LONGEST_FIELD)
  const mountpoint = cut(fields[1] ?? '', LONGEST_NAME)
  if (mountpoint === '') return null
  const carrier = /^[012]$/.test(field(5)) ? (Number(field(5)) as 0 | 1 | 2) : null
  return {
    mountpoint,
    identifier: field(2),
    format: field(3),
    formatDetails: cut(fields[4] ?? '', LONGEST_DETAILS),
    carrier,
    navSystem: field(6),
    country: /^[A-Z]{3}$/.test(field(8)) ? field(8) : '',
    ...placeOf(field(9), field(10)),
    needsGga: field(11) === '1',
    fromNetwork: field(12) === '1',
    generator: field(13),
    bitrate: /^\d{1,9}$/.test(field(17)) ? Number(field(17)) : null,
    via: viaIn(fields.slice(18).join(';')),
  }
}

/** Both coordinates or none. */
function placeOf(north: string, east: string): Pick<ListedStream, 'lat' | 'lng'> {
  const [lat, lng] = [degrees(north, 90), degrees(east, 360)]
  if (lat === null || lng === null) return { lat: null, lng: null }
  // Some casters write longitudes from 0 to 360.
  return { lat, lng: Math.abs(lng) > 180 ? Math.round((lng - Math.sign(lng) * 360) * 1e7) / 1e7 : lng }
}

function degrees(text: string, most: number): number | null {
  if (!/^[+-]?\d+(\.\d*)?$/.test(text)) return null
  const angle = Number(text)
  return Math.abs(angle) <= most ? angle : null
}

const MARK = /(?:^|[\s,])vertice=([0-9a-f]{12})(?![0-9a-z])/
const VIA = /(?:^|[\s,])via=([0-9a-f]{12}(?:\+[0-9a-f]{12})*)(?![0-9a-z])/

const markIn = (misc: string): string | null => MARK.exec(misc)?.[1] ?? null
const viaIn = (misc: string): string[] => (VIA.exec(misc)?.[1] ?? '').split('+').filter(Boolean).slice(0, MOST_HOPS)

/** Marks as written in the last field of our own records. */
export const markText = (mark: string) => `vertice=${mark}`
export const viaText = (marks: readonly string[]) => (marks.length === 0 ? '' : `via=${marks.join('+')}`)
