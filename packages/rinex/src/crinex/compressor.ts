// Compresses an observation file, line by line (Hatanaka 2008): RINEX 2 to CRINEX 1, RINEX 3 and 4 to CRINEX 3. GSI's
// crx2rnx restores the file.
import { headerLine, left, runDate } from '../header.ts'
import { Arc } from './arc.ts'
import { type Layout, VERSION_1, VERSION_3 } from './layout.ts'
import { textDifference } from './text-difference.ts'

const FIELD = 16
/** RINEX 2. */
const [VALUES_PER_LINE_2, SATELLITES_PER_LINE_2, LINE_WIDTH_2, CLOCK_AT_2] = [5, 12, 80, 68]
/** Epoch flags from 2 on announce events: their lines are copied. */
const FIRST_EVENT = 2

interface Track {
  readonly arcs: readonly Arc[]
  flags: string
  /** Number of the epoch that last had the satellite. */
  epoch: number
}

export class CrinexCompressor {
  readonly #out: (line: string) => void
  readonly #types = new Map<string, number>()
  readonly #tracks = new Map<string, Track>()
  #system = ''
  #layout: Layout = VERSION_3
  readonly #program: string
  readonly #writtenAt: Date
  #hasStarted = false
  #isHeader = true
  #copied = 0
  #epochs = 0
  #epochLine = ''
  #head = ''
  #clock = new Arc()
  #clockText = ''
  /** The satellites of the epoch: their names and values. */
  #satellites: string[] = []
  #linesLeft = 0
  /** RINEX 2: satellites of the epoch line, how many are still to be read, and the lines of the current one. */
  #names: string[] = []
  #namesLeft = 0
  #lines = ''

  /** `out` receives lines without their ends. */
  constructor(program: string, writtenAt: Date, out: (line: string) => void) {
    this.#out = out
    this.#program = program
    this.#writtenAt = writtenAt
  }

  line(line: string): void {
    if (!this.#hasStarted) this.#start(line)
    if (this.#isHeader) this.#headerLine(line)
    else if (this.#copied > 0) {
      this.#copied--
      this.#out(line)
    } else if (this.#namesLeft > 0) this.#moreNames(line)
    else if (this.#linesLeft > 0) this.#satelliteLine(line)
    else this.#beginEpoch(line)
  }

  /** The first line of the file has its version. */
  #start(line: string): void {
    this.#hasStarted = true
    if (line.slice(60).startsWith('RINEX VERSION') && Number(line.slice(0, 9)) < 3) this.#layout = VERSION_1
    const version = this.#layout === VERSION_1 ? '1.0' : '3.0'
    this.#out(headerLine(`${version.padEnd(20)}COMPACT RINEX FORMAT`, 'CRINEX VERS   / TYPE').trimEnd())
    this.#out(headerLine(left(this.#program, 40) + runDate(this.#writtenAt), 'CRINEX PROG / DATE').trimEnd())
  }

  #headerLine(line: string): void {
    this.#out(line)
    const label = line.slice(60).trim()
    if (label === 'SYS / # / OBS TYPES' && line[0] !== ' ') {
      this.#system = line[0]!
      this.#types.set(this.#system, Number(line.slice(3, 6)))
    }
    if (label === '# / TYPES OF OBSERV' && line.slice(0, 6).trim() !== '')
      this.#types.set('*', Number(line.slice(0, 6)))
    if (label === 'END OF HEADER') this.#isHeader = false
  }

  #beginEpoch(line: string): void {
    const { flagAt, countAt, satellitesAt, mark } = this.#layout
    const count = Number(line.slice(countAt, countAt + 3))
    if (Number(line[flagAt]) >= FIRST_EVENT) {
      this.#out(`${String.fromCharCode(mark)}${line.slice(1)}`)
      this.#copied = count
      this.#epochLine = ''
      this.#tracks.clear()
      this.#clock.reset()
      return
    }
    const isVersion1 = this.#layout === VERSION_1
    const clockAt = isVersion1 ? CLOCK_AT_2 : satellitesAt
    this.#head = line.slice(0, satellitesAt).padEnd(satellitesAt)
    this.#clockText = line.slice(clockAt, clockAt + this.#layout.clockWidth).trim()
    this.#satellites = []
    this.#names = []
    this.#linesLeft = count * this.#linesPerSatellite()
    this.#namesLeft = isVersion1 ? count : 0
    if (isVersion1 && count > 0) this.#moreNames(line)
    if (count === 0) this.#endEpoch()
  }

  #linesPerSatellite(): number {
    return this.#layout === VERSION_1 ? Math.ceil((this.#types.get('*') ?? 0) / VALUES_PER_LINE_2) : 1
  }

  /** RINEX 2 names the satellites in the epoch line and its continuations. */
  #moreNames(line: string): void {
    const { satellitesAt } = this.#layout
    const count = Math.min(SATELLITES_PER_LINE_2, this.#namesLeft)
    for (let i = 0; i < count; i++)
      this.#names.push(line.slice(satellitesAt + 3 * i, satellitesAt + 3 * i + 3).padEnd(3))
    this.#namesLeft -= count
  }

  #satelliteLine(line: string): void {
    this.#linesLeft--
    if (this.#layout === VERSION_3) this.#satellites.push(line)
    else {
      const perSatellite = this.#linesPerSatellite()
      const before = this.#lines
      this.#lines = `${before}${line.padEnd(LINE_WIDTH_2)}`
      if (this.#linesLeft % perSatellite === 0) {
        this.#satellites.push(`${this.#names[this.#satellites.length]}${this.#lines}`)
        this.#lines = ''
      }
    }
    if (this.#linesLeft === 0) this.#endEpoch()
  }

  #endEpoch(): void {
    this.#epochs++
    const epochLine = `${this.#head}${this.#satellites.map((line) => line.slice(0, 3)).join('')}`
    // The first epoch line, and one after an event, is whole; its first character makes the reader start again.
    const isWhole = this.#epochLine === ''
    this.#out(
      isWhole
        ? `${String.fromCharCode(this.#layout.mark)}${epochLine.slice(1)}`
        : textDifference(this.#epochLine, epochLine),
    )
    this.#epochLine = epochLine
    const clock = this.#clockText
    if (clock === '') this.#clock.reset()
    this.#out(clock === '' ? '' : this.#clock.next(Math.round(Number(clock) * 10 ** this.#layout.clockDecimals)))
    for (const line of this.#satellites) this.#out(this.#dataLine(line))
  }

  #dataLine(line: string): string {
    const isVersion1 = this.#layout === VERSION_1
    const count = this.#types.get(isVersion1 ? '*' : line[0]!) ?? 0
    const track = this.#trackOf(line.slice(0, 3), count)
    let fields = ''
    let before = ''
    let flags = ''
    for (let index = 0, at = 3; index < count; index++, at += FIELD) {
      const value = line.slice(at, at + 14)
      const isBlank = value.trim() === ''
      if (isBlank) track.arcs[index]!.reset()
      else fields += track.arcs[index]!.next(Math.round(Number(value) * 1000))
      fields += ' '
      const hasFlags = !(isBlank && isVersion1)
      flags += hasFlags ? line.slice(at + 14, at + 16).padEnd(2) : '  '
      // Readers of CRINEX 1 forget the flags of a value that is missing, so that is not written.
      before += hasFlags ? track.flags.slice(2 * index, 2 * index + 2) : '  '
    }
    const difference = textDifference(before, flags)
    track.flags = flags
    return `${fields}${difference}`.trimEnd()
  }

  /** A satellite that was missing in the last epoch starts again. */
  #trackOf(name: string, count: number): Track {
    const known = this.#tracks.get(name)
    if (known && known.epoch === this.#epochs - 1) {
      known.epoch = this.#epochs
      return known
    }
    const track = {
      arcs: Array.from({ length: count }, () => new Arc()),
      flags: this.#layout === VERSION_1 ? ' '.repeat(2 * count) : '',
      epoch: this.#epochs,
    }
    this.#tracks.set(name, track)
    return track
  }
}
