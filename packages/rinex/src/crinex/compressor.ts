// Compresses a RINEX 3 or 4 observation file to CRINEX 3, line by line (Hatanaka 2008). GSI's crx2rnx restores the file.
import { headerLine, left, runDate } from '../header.ts'
import { Arc } from './arc.ts'
import { textDifference } from './text-difference.ts'

/** Columns of an epoch line before the satellites. */
const EPOCH_WIDTH = 41
const CLOCK_AT = 41
const FIELD = 16
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
  #isHeader = true
  #copied = 0
  #epochs = 0
  #epochLine = ''
  #head = ''
  #clock = new Arc()
  #satellites: string[] = []
  #expected = 0

  /** `out` receives lines without their ends. */
  constructor(program: string, writtenAt: Date, out: (line: string) => void) {
    this.#out = out
    out(headerLine(`${'3.0'.padEnd(20)}COMPACT RINEX FORMAT`, 'CRINEX VERS   / TYPE').trimEnd())
    out(headerLine(left(program, 40) + runDate(writtenAt), 'CRINEX PROG / DATE').trimEnd())
  }

  line(line: string): void {
    if (this.#isHeader) this.#headerLine(line)
    else if (this.#copied > 0) {
      this.#copied--
      this.#out(line)
    } else if (line.startsWith('>')) this.#beginEpoch(line)
    else this.#satellite(line)
  }

  #headerLine(line: string): void {
    this.#out(line)
    const label = line.slice(60).trim()
    if (label === 'SYS / # / OBS TYPES' && line[0] !== ' ') {
      this.#system = line[0]!
      this.#types.set(this.#system, Number(line.slice(3, 6)))
    }
    if (label === 'END OF HEADER') this.#isHeader = false
  }

  #beginEpoch(line: string): void {
    const count = Number(line.slice(32, 35))
    if (Number(line[31]) >= FIRST_EVENT) {
      this.#out(line)
      this.#copied = count
      this.#epochLine = ''
      this.#tracks.clear()
      this.#clock.reset()
      return
    }
    this.#head = line
    this.#expected = count
    this.#satellites = []
  }

  #satellite(line: string): void {
    this.#satellites.push(line)
    if (this.#satellites.length === this.#expected) this.#endEpoch()
  }

  #endEpoch(): void {
    this.#epochs++
    const names = this.#satellites.map((line) => line.slice(0, 3)).join('')
    const epochLine = `${this.#head.slice(0, EPOCH_WIDTH).padEnd(EPOCH_WIDTH)}${names}`
    // The first epoch line, and one after an event, is whole; its ">" makes the reader start again.
    this.#out(this.#epochLine === '' ? epochLine : textDifference(this.#epochLine, epochLine))
    this.#epochLine = epochLine
    const clock = this.#head.slice(CLOCK_AT, CLOCK_AT + 15).trim()
    if (clock === '') this.#clock.reset()
    this.#out(clock === '' ? '' : this.#clock.next(Math.round(Number(clock) * 1e12)))
    for (const line of this.#satellites) this.#out(this.#dataLine(line))
  }

  #dataLine(line: string): string {
    const count = this.#types.get(line[0]!) ?? 0
    const track = this.#trackOf(line.slice(0, 3), count)
    let fields = ''
    let flags = ''
    for (let index = 0, at = 3; index < count; index++, at += FIELD) {
      const value = line.slice(at, at + 14)
      const isBlank = value.trim() === ''
      if (isBlank) track.arcs[index]!.reset()
      else fields += track.arcs[index]!.next(Math.round(Number(value) * 1000))
      fields += ' '
      flags += line.slice(at + 14, at + 16).padEnd(2)
    }
    const difference = textDifference(track.flags, flags)
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
    const track = { arcs: Array.from({ length: count }, () => new Arc()), flags: '', epoch: this.#epochs }
    this.#tracks.set(name, track)
    return track
  }
}
