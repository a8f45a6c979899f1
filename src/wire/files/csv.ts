// CSV (RFC 4180). Our own reader, because it limits the length of a line and yields after every line, so that a hostile
// file cannot block the event loop. It also accepts what spreadsheets write.

import type { InSteps } from '../../base/running/turns.ts'
import { unreadable } from '../../domain/codes/refusal.ts'
import { expectFewLines, pastEmptyLines } from '../../domain/text/lines.ts'
import { asText } from './cells.ts'

export type Cell = string | number | boolean | Date | null | undefined

/** Starts a file, so that Excel reads it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Quotes cells with surrounding blanks, which are significant. */
const QUOTED = /[",\r\n]|^\s|\s$/

function written(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'string' ? asText(cell) : cell instanceof Date ? cell.toISOString() : String(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`

export const LONGEST_LINE = 20_000
/** Our widest table has less than a fifth of this. */
const MOST_COLUMNS = 100
const DELIMITERS = [',', ';', '\t']

export interface TableLine {
  /** Number of its last line in the file; the head is line 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface Table {
  readonly head: readonly string[]
  /** Without empty lines. */
  readonly lines: readonly TableLine[]
}

/** Stops reading after `most` + 1 lines. `relaxed`: quotes in the middle of a cell are ordinary characters. */
export function* readTable(text: string, most: number, relaxed = false): InSteps<Table> {
  const begin = text.startsWith('\uFEFF') ? 1 : 0
  const reader = new LineReader(text, begin, delimiterOf(text.slice(begin, begin + LONGEST_LINE)), relaxed)
  const lines: TableLine[] = []
  for (let read = 1; !reader.isAtEnd && lines.length < most + 2; read++) {
    reader.skipEmptyLines()
    expectFewLines(read)
    const next = reader.next()
    if (next.cells.some((cell) => cell !== '')) lines.push(next)
    yield
  }
  const [head, ...rest] = lines
  return { head: head?.cells ?? [], lines: rest }
}

/** The delimiter that occurs most in the first line. */
function delimiterOf(beginning: string): string {
  const [first = ''] = beginning.split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  const delimiter = DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
  if (count(delimiter) > MOST_COLUMNS) throw unreadable('too_many_columns', { most: MOST_COLUMNS })
  return delimiter
}

class LineReader {
  readonly #text: string
  readonly #delimiter: string
  readonly #relaxed: boolean
  #at: number
  #line = 1
  #begin: number

  constructor(text: string, begin: number, delimiter: string, relaxed: boolean) {
    this.#text = text
    this.#delimiter = delimiter
    this.#relaxed = relaxed
    this.#at = begin
    this.#begin = begin
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  skipEmptyLines(): void {
    const to = pastEmptyLines(this.#text, this.#at)
    this.#line += to - this.#at
    this.#at = to
  }

  next(): TableLine {
    this.#begin = this.#at
    const cells = [this.#cell()]
    while (this.#text[this.#at] === this.#delimiter) {
      this.#step()
      cells.push(this.#cell())
    }
    if (cells.length > MOST_COLUMNS) throw unreadable('too_many_columns', { most: MOST_COLUMNS })
    const line = this.#line
    if (this.#text.startsWith('\r\n', this.#at)) this.#at += 2
    else this.#at += 1
    this.#line += 1
    return { line, cells }
  }

  /** Stops at the delimiter, the end of the line or the end of the file. */
  #cell(): string {
    const [begin, line] = [this.#at, this.#line]
    this.#skipBlanks()
    if (this.#text[this.#at] === '"') {
      const quoted = this.#quoted()
      this.#skipBlanks()
      if (this.#endsHere()) return quoted
      if (!this.#relaxed) throw this.#broken('something follows a closing quote')
      this.#at = begin
      this.#line = line
    }
    while (!this.#endsHere()) this.#step()
    const cell = this.#text.slice(begin, this.#at).trim()
    if (!this.#relaxed && cell.includes('"')) throw this.#broken('a quote in the middle of a cell')
    return cell
  }

  #quoted(): string {
    const begin = this.#at + 1
    do {
      this.#at = this.#text.indexOf('"', this.#at + 1)
      if (this.#at === -1) throw this.#broken('a quote is not closed')
      this.#step()
    } while (this.#text[this.#at] === '"')
    // A slice, not concatenation: V8 keeps 32 bytes for each part of a concatenated string, and 40 MB of quotes took
    // 960 MB.
    const cell = this.#text.slice(begin, this.#at - 1).replaceAll('""', '"')
    this.#line += cell.split('\n').length - 1
    return cell
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '') && !this.#endsHere()) this.#step()
  }

  #endsHere(): boolean {
    const letter = this.#text[this.#at]
    return letter === this.#delimiter || letter === '\n' || letter === '\r' || letter === undefined
  }

  #step(): void {
    if (++this.#at - this.#begin > LONGEST_LINE) throw this.#broken(`a line has more than ${LONGEST_LINE} characters`)
  }

  #broken(said: string) {
    return unreadable('file_not_csv', { said: `${said} (line ${this.#line})` })
  }
}
