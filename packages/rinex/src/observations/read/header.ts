// Reads the header of an observation file. Events inside a file (flags 3 and 4) can repeat any of its lines.
import type { StationHeader } from '../../header.ts'
import { RinexError } from '../../read/error.ts'
import { gpsTime, minuteOf, type TimeSystem, timeSystemOf } from '../../read/fields.ts'

/** What the header of a file states. Texts that it does not state are empty. */
export interface ObservationFileHeader {
  readonly version: number
  /** Letter of the constellation; M if mixed. */
  readonly system: string
  readonly station: StationHeader
  readonly intervalSeconds: number | null
  readonly timeSystem: TimeSystem
  /** GPS time in ms; `null` if not stated. */
  readonly firstMs: number | null
  readonly lastMs: number | null
  readonly leapSeconds: number | null
  /** Frequency channel by slot. */
  readonly glonassChannels: ReadonlyMap<number, number>
  readonly glonassBiases: readonly (readonly [code: string, metres: number])[] | null
  /** By letter of the constellation. RINEX 2 has one list for all, under `*`. */
  readonly types: ReadonlyMap<string, readonly string[]>
  /** By letter of the constellation: divisors of the values of these types; no types means all. */
  readonly scales: ReadonlyMap<string, readonly { readonly factor: number; readonly types: readonly string[] }[]>
}

const NO_STATION: StationHeader = {
  ...{ markerName: '', markerNumber: '', observer: '', agency: '' },
  receiver: { serial: '', type: '', firmware: '' },
  antenna: { serial: '', type: '', radome: '' },
  position: null,
  eccentricity: { up: 0, east: 0, north: 0 },
}

/** More than any receiver writes: a limit for damaged files. */
export const MOST_TYPES = 256
const OLDEST = 2
const AFTER_NEWEST = 5

export class HeaderParser {
  #version = 0
  #system = 'G'
  #station = NO_STATION
  #intervalSeconds: number | null = null
  #timeSystem: TimeSystem | null = null
  #firstMs: number | null = null
  #lastMs: number | null = null
  #leapSeconds: number | null = null
  readonly #channels = new Map<number, number>()
  #biases: [string, number][] | null = null
  readonly #types = new Map<string, { readonly count: number; readonly names: string[] }>()
  #typesOf = ''
  readonly #scales = new Map<string, { factor: number; count: number; types: string[] }[]>()
  #scalesOf = ''
  readonly #lines: Readonly<Record<string, (values: string) => void>> = {
    'RINEX VERSION / TYPE': (values) => this.#start(values),
    'MARKER NAME': (values) => this.#set({ markerName: values.trim() }),
    'MARKER NUMBER': (values) => this.#set({ markerNumber: values.slice(0, 20).trim() }),
    'OBSERVER / AGENCY': (values) => {
      const [observer, agency] = [values.slice(0, 20).trim(), values.slice(20).trim()]
      this.#set({ observer, agency })
    },
    'REC # / TYPE / VERS': (values) => {
      const [serial, type, firmware] = thirds(values)
      this.#set({ receiver: { serial, type, firmware } })
    },
    'ANT # / TYPE': (values) => {
      const [type, radome] = [values.slice(20, 36).trim(), values.slice(36, 40).trim()]
      this.#set({ antenna: { serial: values.slice(0, 20).trim(), type, radome } })
    },
    'APPROX POSITION XYZ': (values) => {
      const [x, y, z] = numbers(values, 14, 3)
      this.#set({ position: x === 0 && y === 0 && z === 0 ? null : { x: x!, y: y!, z: z! } })
    },
    'ANTENNA: DELTA H/E/N': (values) => {
      const [up, east, north] = numbers(values, 14, 3)
      this.#set({ eccentricity: { up: up!, east: east!, north: north! } })
    },
    '# / TYPES OF OBSERV': (values) => this.#typeLine('*', values, 9, 6),
    'SYS / # / OBS TYPES': (values) => this.#typeLine(values[0]!, values.slice(3), 13, 4, 3),
    'SYS / SCALE FACTOR': (values) => this.#scaleLine(values),
    INTERVAL: (values) => {
      const seconds = Number(values.slice(0, 10))
      this.#intervalSeconds = seconds > 0 ? seconds : null
    },
    'TIME OF FIRST OBS': (values) => {
      this.#timeSystem = timeSystemOf(values.slice(48, 51).trim(), this.#system)
      this.#firstMs = this.#timeIn(values)
    },
    'TIME OF LAST OBS': (values) => {
      this.#lastMs = this.#timeIn(values)
    },
    'LEAP SECONDS': (values) => {
      this.#leapSeconds = Number(values.slice(0, 6)) || null
    },
    'GLONASS SLOT / FRQ #': (values) => {
      for (const [, slot, channel] of values.matchAll(/R *(\d+) +(-?\d+)/g))
        this.#channels.set(Number(slot), Number(channel))
    },
    'GLONASS COD/PHS/BIS': (values) => {
      const listed = [...values.matchAll(/(C\d\w) +(-?\d*\.\d+)/g)]
      this.#biases = listed.length === 0 ? null : listed.map(([, code, metres]) => [code!, Number(metres)])
    },
  }

  /** Labels that the package does not use are ignored. */
  line(line: string): void {
    this.#lines[line.slice(60).trim()]?.(line.slice(0, 60).padEnd(60))
  }

  take(): ObservationFileHeader {
    for (const [letter, { count, names }] of this.#types)
      if (names.length !== count) throw new RinexError('bad_header', `${letter} ${count} types, ${names.length} named`)
    return {
      ...{ version: this.#version, system: this.#system, station: this.#station },
      ...{ intervalSeconds: this.#intervalSeconds, firstMs: this.#firstMs, lastMs: this.#lastMs },
      timeSystem: this.#timeSystem ?? timeSystemOf('', this.#system),
      leapSeconds: this.#leapSeconds,
      glonassChannels: new Map(this.#channels),
      glonassBiases: this.#biases,
      types: new Map([...this.#types].map(([letter, { names }]) => [letter, [...names]])),
      scales: new Map(this.#scales),
    }
  }

  #start(values: string): void {
    this.#version = Number(values.slice(0, 9))
    if (!(this.#version >= OLDEST && this.#version < AFTER_NEWEST))
      throw new RinexError('unsupported_version', values.slice(0, 9).trim())
    if (values[20]!.toUpperCase() !== 'O') throw new RinexError('unsupported_kind', values.slice(20, 40).trim())
    this.#system = values[40] === ' ' ? 'G' : values[40]!.toUpperCase()
  }

  #set(facts: Partial<StationHeader>): void {
    this.#station = { ...this.#station, ...facts }
  }

  /** A count starts a list; lines without it continue the list. */
  #typeLine(letter: string, values: string, perLine: number, width: number, countWidth = 6): void {
    const count = Number(values.slice(0, countWidth))
    if (values.slice(0, countWidth).trim() !== '') {
      if (!Number.isInteger(count) || count < 0 || count > MOST_TYPES) throw new RinexError('bad_header', values.trim())
      this.#typesOf = letter
      this.#types.set(letter, { count, names: [] })
    }
    const list = this.#types.get(this.#typesOf)
    if (!list) throw new RinexError('bad_header', values.trim())
    for (let i = 0; i < perLine && list.names.length < list.count; i++) {
      const name = values.slice(countWidth + i * width, countWidth + (i + 1) * width).trim()
      if (name !== '') list.names.push(name.toUpperCase())
    }
  }

  #scaleLine(values: string): void {
    if (values[0] !== ' ') {
      this.#scalesOf = values[0]!
      const started = { factor: Number(values.slice(2, 6)) || 1, count: Number(values.slice(8, 10)), types: [] }
      this.#scales.set(this.#scalesOf, [...(this.#scales.get(this.#scalesOf) ?? []), started])
    }
    const list = this.#scales.get(this.#scalesOf)?.at(-1)
    list?.types.push(...values.slice(10).trim().split(/\s+/).filter(Boolean))
  }

  #timeIn(values: string): number {
    const parts = [0, 6, 12, 18, 24].map((at) => Number(values.slice(at, at + 6)))
    const gpsMs = gpsTime(minuteOf(parts), Number(values.slice(30, 43)), this.#timeSystem ?? 'GPS')
    if (Number.isNaN(gpsMs)) throw new RinexError('bad_header', values.trim())
    return gpsMs
  }
}

const thirds = (values: string) => [0, 20, 40].map((at) => values.slice(at, at + 20).trim()) as [string, string, string]

function numbers(values: string, width: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const value = Number(values.slice(i * width, (i + 1) * width))
    if (Number.isNaN(value)) throw new RinexError('bad_header', values.trim())
    return value
  })
}
