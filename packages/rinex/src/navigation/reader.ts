// Reads the lines of a navigation file: RINEX 2 (GPS, GLONASS), 3 and 4. Records of other messages are counted.
import type { Ephemeris } from '@vertice/rtcm'
import { RinexError } from '../read/error.ts'
import { minuteOf, text } from '../read/fields.ts'
import { glonassFrom, keplerianFrom, type NavigationRecord } from './records.ts'

const WIDTH = 19
/** Lines of a record at least: GLONASS has 4 or 5, the others 8. */
const [GLONASS_LINES, KEPLERIAN_LINES, MOST_LINES] = [4, 8, 12]
const MESSAGES = new Set(['LNAV', 'FDMA', 'INAV', 'FNAV', 'IFNV', 'D1', 'D2', 'D1D2'])

export class NavigationReader {
  readonly counts = { ephemerides: 0, skipped: 0 }
  readonly #onEphemeris: (ephemeris: Ephemeris) => void
  #version = 0
  /** RINEX 2: the constellation of the file. */
  #letter = 'G'
  #isHeader = true
  #record: string[] = []
  /** RINEX 4: the name of the message; `null` if the record is no ephemeris. */
  #message: string | null = ''

  constructor(onEphemeris: (ephemeris: Ephemeris) => void) {
    this.#onEphemeris = onEphemeris
  }

  /** A line without its end. Throws a `RinexError`; the records before it have been passed on. */
  line(line: Buffer): void {
    const all = text(line, 0, line.length)
    if (this.#isHeader) this.#headerLine(all)
    else if (all.trim() === '') return
    else if (all.startsWith('>')) {
      this.#endRecord()
      const [, kind, , message] = all.split(/\s+/)
      this.#message = kind === 'EPH' && MESSAGES.has(message!) ? message! : null
    } else if (all.slice(0, this.#version < 3 ? 2 : 3).trim() !== '') {
      if (this.#record.length > 0) this.#endRecord()
      this.#record = [all]
    } else {
      if (this.#record.length >= MOST_LINES) throw new RinexError('bad_record', all)
      this.#record.push(all)
    }
  }

  /** Throws if the file ends in the middle of its header or of a record. */
  end(): void {
    if (this.#isHeader) throw new RinexError('cut_off')
    this.#endRecord(true)
  }

  #headerLine(line: string): void {
    const label = line.slice(60).trim()
    if (label === 'RINEX VERSION / TYPE') {
      this.#version = Number(line.slice(0, 9))
      if (!(this.#version >= 2 && this.#version < 5))
        throw new RinexError('unsupported_version', line.slice(0, 9).trim())
      const type = line[20]!.toUpperCase()
      this.#letter = type === 'G' ? 'R' : type === 'E' ? 'E' : type === 'H' ? 'S' : 'G'
    }
    if (label === 'END OF HEADER') this.#isHeader = false
  }

  #endRecord(isLast = false): void {
    const lines = this.#record
    this.#record = []
    if (lines.length === 0) return
    const letter = this.#version < 3 ? this.#letter : lines[0]![0]!
    if (this.#message === null || !'GRECJI'.includes(letter)) {
      this.counts.skipped++
      return
    }
    if (lines.length < (letter === 'R' ? GLONASS_LINES : KEPLERIAN_LINES))
      throw new RinexError(isLast ? 'cut_off' : 'bad_record', lines[0]!)
    const record = this.#parse(lines, letter)
    this.#onEphemeris(letter === 'R' ? glonassFrom(record) : keplerianFrom(record))
    this.counts.ephemerides++
  }

  #parse(lines: readonly string[], letter: string): NavigationRecord {
    const isVersion2 = this.#version < 3
    const first = lines[0]!
    const satellite = Number(isVersion2 ? first.slice(0, 2) : first.slice(1, 3))
    const [startAt, valuesAt, indent] = isVersion2 ? [2, 22, 3] : [4, 23, 4]
    const parts = first.slice(startAt, valuesAt).trim().split(/\s+/).map(Number)
    const atMs = minuteOf(parts) + (parts[5] ?? Number.NaN) * 1000
    if (!(satellite > 0) || Number.isNaN(atMs)) throw new RinexError('bad_record', first)
    const values = [numbers(first, valuesAt, 3), ...lines.slice(1).map((line) => numbers(line, indent, 4))].flat()
    return { letter, satellite, atMs, values, isVersion2, message: this.#message! }
  }
}

/** Blank fields are 0. */
function numbers(line: string, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const field = line.slice(from + i * WIDTH, from + (i + 1) * WIDTH).trim()
    const value = Number(field.replace(/[Dd]/, 'E'))
    if (Number.isNaN(value)) throw new RinexError('bad_value', field)
    return value
  })
}
