// Lines of a BKG NtripCaster's access files. As in the BKG caster, a line that starts with `#` or a blank is a comment.

import { expectFewLines, pastEmptyLines } from '../../text/lines.ts'

/** Work that yields where it may be interrupted: a file can have a hundred thousand lines. */
export type Steps<Result> = Generator<undefined, Result>

export interface AutLine {
  /** Counts from 1. */
  readonly number: number
  readonly text: string
}

/** Buffers of the BKG caster: 1,000 bytes for a user line, 100,000 for others, of which the last are not text. */
export const LONGEST_USER_LINE = 998
export const LONGEST_LIST_LINE = 99_998

/** Yields every line except most empty ones. Accepts CRLF and a last line without a line end. */
export function* linesOf(text: string): Generator<AutLine> {
  let number = 0
  let read = 0
  for (let from = 0; from < text.length; ) {
    const start = pastEmptyLines(text, from)
    number += start - from
    const end = text.indexOf('\n', start)
    const to = end === -1 ? text.length : end
    const line = text.slice(start, text[to - 1] === '\r' ? to - 1 : to)
    number += 1
    from = to + 1
    expectFewLines(++read)
    // Remove the UTF-8 byte order mark that some editors write.
    yield { number, text: number === 1 ? line.replace(/^\uFEFF/, '') : line }
  }
}

export const isComment = ({ text }: AutLine): boolean => text === '' || text.startsWith('#') || /^\s/.test(text)

/** Compares bytes; encodes the text only if its length leaves doubt. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most || (text.length * 3 > most && new TextEncoder().encode(text).length > most)
