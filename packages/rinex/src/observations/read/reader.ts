// Reads the lines of an observation file: RINEX 2, 3 and 4. Memory does not depend on the length of the file.
import type { ObservationEpoch } from '@vertice/rtcm'
import { RinexError } from '../../read/error.ts'
import { gpsTime, minuteOf, numberIn, observationAt, text } from '../../read/fields.ts'
import { type Columns, columnsOf, columnsOfVersion2, LETTERS } from './columns.ts'
import { EpochBuilder } from './epoch-builder.ts'
import { HeaderParser, type ObservationFileHeader } from './header.ts'

export interface ObservationHandlers {
  /** The epoch is valid during the call only. */
  readonly onEpoch: (epoch: ObservationEpoch) => void
  /** Called after the header, and again when an event inside the file changes it. */
  readonly onHeader?: (header: ObservationFileHeader) => void
}

const [SPACE, ZERO, NINE] = [32, 48, 57]
/** Epoch flags: 0 and 1 (after a power failure) have observations, 2 to 5 are events, 6 has repaired cycle slips. */
const [POWER_FAILURE, FIRST_EVENT, NEW_SITE, HEADER_LINES, CYCLE_SLIPS] = [1, 2, 3, 4, 6]
const FIELD = 16
const [FIELDS_PER_LINE_2, SATELLITES_PER_LINE_2, SATELLITES_AT_2] = [5, 12, 32]
/** RINEX numbers SBAS satellites by PRN - 100, RTCM by PRN - 119. */
const SBAS_AHEAD = 19
const SBAS = LETTERS.indexOf('S')

export class ObservationReader {
  readonly counts = { epochs: 0, events: 0 }
  readonly #handlers: ObservationHandlers
  readonly #builder = new EpochBuilder()
  #parser = new HeaderParser()
  #header: ObservationFileHeader | null = null
  #isHeader = true
  /** By index in `LETTERS`; `null` for a constellation without types. */
  #columns: (Columns | null)[] = []
  #version2 = false
  #eventLines = 0
  #isHeaderEvent = false
  #satellitesLeft = 0
  #isSlips = false
  /** RINEX 2: the satellites of the epoch line, and the place in the values of the current one. */
  #satellites: string[] = []
  #satellitesExpected = 0
  #column = 0

  constructor(handlers: ObservationHandlers) {
    this.#handlers = handlers
  }

  /** `null` before the end of the header. */
  get header(): ObservationFileHeader | null {
    return this.#header
  }

  get leftOutSatellites(): number {
    return this.#builder.leftOutSatellites
  }

  /** Types of the header that no signal of RTCM 3 corresponds to, such as `G C2D`. */
  get ignoredTypes(): string[] {
    const lists = this.#columns.flatMap((columns, index) =>
      columns ? [columns.ignored.map((type) => (this.#version2 ? type : `${LETTERS[index]} ${type}`))] : [],
    )
    if (!this.#version2) return lists.flat()
    return (lists[0] ?? []).filter((type) => lists.every((list) => list.includes(type)))
  }

  /** A line without its end. Throws a `RinexError`; the epochs before it have been passed on. */
  line(line: Buffer): void {
    if (this.#isHeader) this.#headerLine(text(line, 0, line.length))
    else if (this.#eventLines > 0) this.#eventLine(line)
    else if (this.#satellitesExpected > this.#satellites.length) this.#moreSatellites(line)
    else if (this.#satellitesLeft > 0) this.#satelliteLine(line)
    else this.#betweenEpochs(line)
  }

  /** Throws if the file ends in the middle of its header or of an epoch. */
  end(): void {
    const isInside =
      this.#isHeader ||
      this.#eventLines > 0 ||
      this.#satellitesExpected > this.#satellites.length ||
      this.#satellitesLeft > 0
    if (isInside) throw new RinexError('cut_off')
  }

  #headerLine(line: string): void {
    this.#parser.line(line)
    if (line.slice(60).trim() !== 'END OF HEADER') return
    this.#isHeader = false
    this.#useHeader()
  }

  #useHeader(): void {
    const header = this.#parser.take()
    this.#header = header
    this.#version2 = header.version < 3
    const common = header.types.get('*')
    this.#columns = [...LETTERS].map((letter) => {
      if (this.#version2) return common ? columnsOfVersion2(letter, common) : null
      const types = header.types.get(letter)
      return types ? scaled(columnsOf(letter, types, header.version), types, header.scales.get(letter)) : null
    })
    if (this.#columns.every((columns) => columns === null)) throw new RinexError('bad_header', 'no observation types')
    this.#handlers.onHeader?.(header)
  }

  #betweenEpochs(line: Buffer): void {
    const label = line.length > 60 ? text(line, 60, 80).trim() : ''
    if (label === 'COMMENT' || isBlank(line)) return
    if (label === 'RINEX VERSION / TYPE') {
      // Another file follows, as in hourly files that were concatenated.
      this.#parser = new HeaderParser()
      this.#isHeader = true
      this.#headerLine(text(line, 0, line.length))
    } else this.#epochLine(line)
  }

  #epochLine(line: Buffer): void {
    const at = this.#version2 ? { flag: 28, count: 29 } : { flag: 31, count: 32 }
    const flag = line.length > at.flag ? line[at.flag]! - ZERO : -1
    const count = numberIn(line, at.count, at.count + 3)
    const isMarked = this.#version2 || line[0] === 0x3e // ">"
    if (!isMarked || !(flag >= 0 && flag <= CYCLE_SLIPS) || !(Number.isInteger(count) && count >= 0))
      throw new RinexError('bad_epoch', text(line, 0, line.length))
    if (flag >= FIRST_EVENT && flag < CYCLE_SLIPS) {
      this.counts.events++
      this.#eventLines = count
      this.#isHeaderEvent = flag === NEW_SITE || flag === HEADER_LINES
      return
    }
    this.#isSlips = flag === CYCLE_SLIPS
    const gpsMs = this.#timeOf(line)
    if (Number.isNaN(gpsMs)) throw new RinexError('bad_epoch', text(line, 0, line.length))
    this.#builder.begin(gpsMs, flag === POWER_FAILURE)
    this.#satellitesLeft = count
    this.#column = 0
    if (!this.#version2) return
    this.#satellites = []
    this.#satellitesExpected = count
    if (count > 0) this.#moreSatellites(line)
  }

  #timeOf(line: Buffer): number {
    const starts = this.#version2 ? [1, 4, 7, 10, 13] : [2, 7, 10, 13, 16]
    const [secondsAt, width] = this.#version2 ? [15, 11] : [18, 11]
    const parts = starts.map((at, i) => numberIn(line, at, i === 0 && !this.#version2 ? at + 4 : at + 2))
    const seconds = numberIn(line, secondsAt, secondsAt + width)
    return seconds >= 0 && seconds < 61 ? gpsTime(minuteOf(parts), seconds, this.#header!.timeSystem) : Number.NaN
  }

  /** RINEX 2 names the satellites in the epoch line and its continuations, twelve in each. */
  #moreSatellites(line: Buffer): void {
    const missing = Math.min(SATELLITES_PER_LINE_2, this.#satellitesExpected - this.#satellites.length)
    for (let i = 0; i < missing; i++) {
      const at = SATELLITES_AT_2 + i * 3
      const name = text(line, at, at + 3)
      if (name.trim().length === 0) throw new RinexError('bad_epoch', text(line, 0, line.length))
      this.#satellites.push(name)
    }
  }

  #eventLine(line: Buffer): void {
    this.#eventLines--
    if (!this.#isHeaderEvent) return
    this.#parser.line(text(line, 0, line.length))
    if (this.#eventLines === 0) this.#useHeader()
  }

  #satelliteLine(line: Buffer): void {
    if (!this.#version2) {
      const index = LETTERS.indexOf(String.fromCharCode(line[0] ?? SPACE))
      const columns = this.#columns[index]
      const number = numberIn(line, 1, 3)
      if (!columns || Number.isNaN(number)) throw new RinexError('bad_satellite', text(line, 0, 3))
      this.#fields(line, 3, 0, columns.count)
      this.#endSatellite(index, number, columns)
      return
    }
    const name = this.#satellites[this.#satellites.length - this.#satellitesLeft]!
    const letter = name[0] === ' ' ? this.#systemOfVersion2() : name[0]!
    const index = LETTERS.indexOf(letter)
    const columns = this.#columns[index]
    const number = Number(name.slice(1))
    if (!columns || !(number > 0)) throw new RinexError('bad_satellite', name)
    const count = Math.min(FIELDS_PER_LINE_2, columns.count - this.#column)
    this.#fields(line, 0, this.#column, count)
    this.#column += count
    if (this.#column < columns.count) return
    this.#column = 0
    this.#endSatellite(index, number, columns)
  }

  #systemOfVersion2(): string {
    const { system } = this.#header!
    return system === 'M' ? 'G' : system
  }

  #fields(line: Buffer, from: number, first: number, count: number): void {
    const { values, indicators } = this.#builder
    for (let column = first, at = from; column < first + count; column++, at += FIELD) {
      values[column] = observationAt(line, at)
      const indicator = at + 14 < line.length ? line[at + 14]! : SPACE
      indicators[column] = indicator >= ZERO && indicator <= NINE ? indicator - ZERO : 0
    }
  }

  #endSatellite(constellation: number, number: number, columns: Columns): void {
    if (!this.#isSlips) {
      const { scales } = columns
      if (scales) for (const [column, scale] of scales.entries()) this.#builder.values[column]! /= scale
      this.#builder.add(constellation, constellation === SBAS ? number - SBAS_AHEAD : number, columns)
    }
    if (--this.#satellitesLeft > 0 || this.#isSlips) return
    const epoch = this.#builder.take()
    if (!epoch) return
    this.counts.epochs++
    this.#handlers.onEpoch(epoch)
  }
}

function isBlank(line: Buffer): boolean {
  for (const byte of line) if (byte !== SPACE) return false
  return true
}

function scaled(
  columns: Columns,
  types: readonly string[],
  scales: readonly { readonly factor: number; readonly types: readonly string[] }[] | undefined,
): Columns {
  if (!scales) return columns
  const factorOf = (type: string) =>
    scales.find((scale) => scale.types.length === 0 || scale.types.includes(type))?.factor ?? 1
  return { ...columns, scales: types.map(factorOf) }
}
