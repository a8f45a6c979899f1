// Restores a RINEX observation file from CRINEX 1 or 3, line by line (Hatanaka 2008), byte for byte as GSI's crx2rnx.
import { putThousandths } from '../line-buffer.ts'
import { RinexError } from '../read/error.ts'
import { text } from '../read/fields.ts'
import { ArcReader } from './arc-reader.ts'
import { type Layout, VERSION_1, VERSION_3 } from './layout.ts'
import { TextState } from './text-state.ts'

const [SPACE, ZERO, ONE, AMPERSAND] = [32, 48, 49, 38]
const MOST_TYPES = 256
const MOST_SATELLITES = 999
const FIELD = 16
const [FIELDS_PER_LINE_1, SATELLITES_PER_LINE_1] = [5, 12]
/** F14.3. */
const LARGEST_VALUE = 9_999_999_999_999
const SMALLEST_VALUE = -999_999_999_999
/** Above it, satellites of earlier epochs are forgotten. */
const MOST_TRACKS = 512

interface Track {
  readonly arcs: ArcReader
  readonly flags: TextState
  /** Number of the epoch that last had the satellite. */
  epoch: number
}

export class CrinexExpander {
  readonly #out: (line: Buffer) => void
  readonly #line = Buffer.alloc(3 + MOST_TYPES * FIELD)
  #layout: Layout | null = null
  #part: 'program' | 'header' | 'epoch' | 'event' | 'clock' | 'satellites' = 'program'
  /** Number of types by letter; under `*` in CRINEX 1. */
  readonly #types = new Map<string, number>()
  readonly #tracks = new Map<number, Track>()
  readonly #values = new Float64Array(MOST_TYPES)
  readonly #epoch = new TextState(41 + 3 * MOST_SATELLITES)
  #clock = new ArcReader(1)
  #epochs = 0
  /** The epoch line must be whole: at the start and after an event. */
  #needsWhole = true
  /** The epoch line is empty: an epoch that occurs twice, or a blank line at the end of the file. */
  #isUnchanged = false
  #eventLines = 0
  #satellites = 0
  #nextSatellite = 0

  /** `out` receives lines without their ends, valid during the call only. */
  constructor(out: (line: Buffer) => void) {
    this.#out = out
  }

  /** A line without its end. Throws a `RinexError` if it does not fit the lines before it. */
  line(line: Buffer): void {
    if (this.#layout === null) this.#layout = layoutOf(line)
    else if (this.#part === 'program') this.#part = 'header'
    else if (this.#part === 'header') this.#headerLine(line)
    else if (this.#part === 'event') this.#eventLine(line)
    else if (this.#part === 'epoch') this.#epochLine(line)
    else if (this.#part === 'clock') this.#clockLine(line)
    else this.#satelliteLine(line)
  }

  /** Throws if the file ends in the middle of its header, an event or an epoch. */
  end(): void {
    const isBlankEnd = this.#part === 'clock' && this.#isUnchanged
    if (this.#part !== 'epoch' && !isBlankEnd) throw new RinexError('cut_off')
  }

  #headerLine(line: Buffer): void {
    this.#out(line)
    this.#readTypes(line)
    if (text(line, 60, 80).trim() === 'END OF HEADER') this.#part = 'epoch'
  }

  /** Events can change the types too. */
  #readTypes(line: Buffer): void {
    const label = text(line, 60, 80).trim()
    if (label === '# / TYPES OF OBSERV') this.#setTypes('*', text(line, 0, 6))
    else if (label === 'SYS / # / OBS TYPES') this.#setTypes(text(line, 0, 1), text(line, 3, 6))
  }

  #setTypes(letter: string, count: string): void {
    if (count.trim() === '') return
    if (!(Number(count) >= 0 && Number(count) <= MOST_TYPES)) throw new RinexError('bad_header', count)
    this.#types.set(letter, Number(count))
  }

  #epochLine(line: Buffer): void {
    const { mark, markOut, flagAt, countAt, satellitesAt } = this.#layout!
    if (line.length === 0 && this.#needsWhole) return
    // Lines that start with "&" are reserved in CRINEX 3.
    if (mark !== AMPERSAND && line[0] === AMPERSAND) return
    const isWhole = line[0] === mark
    if (isWhole && line.length > flagAt && line[flagAt] !== ZERO && line[flagAt] !== ONE) {
      this.#eventLines = countIn(line, countAt)
      this.#passEpochLine(line)
      this.#needsWhole = true
      if (this.#eventLines > 0) this.#part = 'event'
      return
    }
    if (this.#startsAnotherFile(line)) return
    if (this.#needsWhole && !isWhole) throw new RinexError('bad_compression', text(line, 0, line.length))
    if (isWhole) {
      this.#epoch.clear()
      this.#epochs++
    }
    this.#needsWhole = false
    this.#isUnchanged = line.length === 0
    this.#epoch.apply(line, 0)
    this.#epoch.bytes[0] = markOut
    this.#epochs++
    this.#satellites = countIn(Buffer.from(this.#epoch.bytes.buffer), countAt)
    if (this.#epoch.length > satellitesAt + 3 * this.#satellites)
      this.#epoch.length = satellitesAt + 3 * this.#satellites
    this.#part = 'clock'
  }

  /** Concatenated files. */
  #startsAnotherFile(line: Buffer): boolean {
    if (!text(line, 60, 80).startsWith('CRINEX VERS')) return false
    this.#layout = layoutOf(line)
    this.#part = 'program'
    this.#needsWhole = true
    this.#types.clear()
    this.#clock = new ArcReader(1)
    return true
  }

  #passEpochLine(line: Buffer): void {
    const copy = Buffer.from(line)
    copy[0] = this.#layout!.markOut
    this.#out(copy)
  }

  #eventLine(line: Buffer): void {
    this.#out(line)
    this.#readTypes(line)
    if (--this.#eventLines === 0) this.#part = 'epoch'
  }

  #clockLine(line: Buffer): void {
    const { satellitesAt, clockDecimals, clockWidth } = this.#layout!
    const clock = this.#clock.next(0, line, 0, line.length)
    const clockText = Number.isNaN(clock) ? '' : decimal(clock, clockDecimals).padStart(clockWidth)
    const whole = Buffer.from(this.#epoch.bytes.buffer)
    if (this.#layout === VERSION_3) this.#passText(`${text(whole, 0, satellitesAt)}${clockText}`)
    else {
      const end = satellitesAt + 3 * this.#satellites
      const width = satellitesAt + 3 * SATELLITES_PER_LINE_1
      this.#passText(`${text(whole, 0, Math.min(end, width)).padEnd(width)}${clockText}`)
      for (let at = width; at < end; at += 3 * SATELLITES_PER_LINE_1)
        this.#passText(`${' '.repeat(satellitesAt)}${text(whole, at, Math.min(end, at + 3 * SATELLITES_PER_LINE_1))}`)
    }
    this.#nextSatellite = 0
    this.#part = this.#satellites > 0 ? 'satellites' : 'epoch'
  }

  #passText(line: string): void {
    this.#out(Buffer.from(line.trimEnd(), 'latin1'))
  }

  #satelliteLine(line: Buffer): void {
    const at = this.#layout!.satellitesAt + 3 * this.#nextSatellite
    const name = this.#epoch.bytes.subarray(at, at + 3)
    const count = this.#types.get(this.#layout === VERSION_3 ? String.fromCharCode(name[0]!) : '*')
    if (count === undefined) throw new RinexError('bad_satellite', Buffer.from(name).toString('latin1'))
    const { arcs, flags } = this.#trackOf((name[0]! << 16) | (name[1]! << 8) | name[2]!, count)
    const values = this.#values
    let from = 0
    for (let index = 0; index < count; index++) {
      let to = from
      while (to < line.length && line[to] !== SPACE) to++
      values[index] = arcs.next(index, line, from, to)
      from = Math.min(to + 1, line.length)
    }
    flags.apply(line, from)
    this.#pass(name, count, flags)
    if (++this.#nextSatellite < this.#satellites) return
    this.#part = 'epoch'
    if (this.#tracks.size > MOST_TRACKS)
      for (const [key, { epoch }] of this.#tracks) if (epoch < this.#epochs) this.#tracks.delete(key)
  }

  /** A satellite that was missing in the last epoch, or before a whole epoch line, starts again. */
  #trackOf(key: number, count: number): Track {
    const known = this.#tracks.get(key)
    if (known?.epoch === this.#epochs) throw new RinexError('bad_compression', 'a satellite occurs twice')
    if (known?.epoch === this.#epochs - 1) {
      known.epoch = this.#epochs
      return known
    }
    const track = { arcs: new ArcReader(count), flags: new TextState(2 * count), epoch: this.#epochs }
    this.#tracks.set(key, track)
    return track
  }

  #pass(name: Uint8Array, count: number, flags: TextState): void {
    const isVersion3 = this.#layout === VERSION_3
    const line = this.#line
    let length = 0
    if (isVersion3) {
      line.set(name)
      length = 3
    }
    for (let index = 0; index < count; index++) {
      const value = this.#values[index]!
      if (!Number.isNaN(value)) {
        if (value > LARGEST_VALUE || value < SMALLEST_VALUE) throw new RinexError('bad_compression', String(value))
        putThousandths(line, length, value)
      } else {
        line.fill(SPACE, length, length + 14)
        // CRINEX 1 has no flags without a value.
        if (!isVersion3) flags.bytes.fill(SPACE, 2 * index, 2 * index + 2)
      }
      line[length + 14] = flags.bytes[2 * index]!
      line[length + 15] = flags.bytes[2 * index + 1]!
      length += FIELD
      if (!isVersion3 && ((index + 1) % FIELDS_PER_LINE_1 === 0 || index + 1 === count)) {
        this.#passTrimmed(length)
        length = 0
      }
    }
    if (isVersion3) this.#passTrimmed(length)
  }

  #passTrimmed(from: number): void {
    let length = from
    while (length > 0 && this.#line[length - 1] === SPACE) length--
    this.#out(this.#line.subarray(0, length))
  }
}

function layoutOf(line: Buffer): Layout {
  if (!text(line, 60, 80).startsWith('CRINEX VERS')) throw new RinexError('not_rinex', text(line, 0, 80))
  const version = text(line, 0, 20).trim()
  if (version === '1.0') return VERSION_1
  if (version === '3.0' || version === '3.1') return VERSION_3
  throw new RinexError('unsupported_version', `CRINEX ${version}`)
}

function countIn(line: Buffer, at: number): number {
  const count = Number(text(line, at, at + 3))
  if (!Number.isInteger(count) || count < 0) throw new RinexError('bad_compression', text(line, 0, 80))
  return count
}

/** Without a zero before the point. */
function decimal(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
