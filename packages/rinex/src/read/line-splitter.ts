// Splits bytes into lines and counts them. Lines are bytes, because a string for each field of a day would take most of
// the time.
import { RinexError } from './error.ts'

/** A CRINEX epoch line with 100 satellites has 341 characters, a RINEX 3 line with 100 types 1603. */
const LONGEST_LINE = 16_384
const [LINE_END, RETURN] = [10, 13]

export class LineSplitter {
  readonly #onLine: (line: Buffer) => void
  #rest: Buffer = Buffer.alloc(0)
  #lines = 0

  /** `onLine` receives lines without their ends (LF or CRLF), valid during the call only. */
  constructor(onLine: (line: Buffer) => void) {
    this.#onLine = onLine
  }

  /** Number of lines that were passed on. */
  get lines(): number {
    return this.#lines
  }

  /** Whether the last line has no end so far. */
  get isInsideLine(): boolean {
    return this.#rest.length > 0
  }

  push(bytes: Uint8Array): void {
    const added = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const text = this.#rest.length === 0 ? added : Buffer.concat([this.#rest, added])
    let from = 0
    for (let end = text.indexOf(LINE_END); end >= 0; end = text.indexOf(LINE_END, from)) {
      this.#pass(text.subarray(from, end))
      from = end + 1
    }
    if (text.length - from > LONGEST_LINE) throw new RinexError('line_too_long').at(this.#lines + 1)
    this.#rest = Buffer.from(text.subarray(from))
  }

  /** Passes on a last line that has no end. */
  end(): void {
    const rest = this.#rest
    this.#rest = Buffer.alloc(0)
    if (rest.length > 0) this.#pass(rest)
  }

  #pass(line: Buffer): void {
    this.#lines++
    if (line.length > LONGEST_LINE) throw new RinexError('line_too_long').at(this.#lines)
    try {
      this.#onLine(line.at(-1) === RETURN ? line.subarray(0, -1) : line)
    } catch (error) {
      throw error instanceof RinexError ? error.at(this.#lines) : error
    }
  }
}
