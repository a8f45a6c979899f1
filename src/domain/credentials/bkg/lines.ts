// The lines of the files that a BKG NtripCaster knows its users by: `#` begins a comment, and so does a blank, which is how the caster reads them.

import { expectFewLines, pastEmptyLines } from '../../text/lines.ts'

/** Work that says where it may be interrupted: such a file may have a hundred thousand lines. */
export type Steps<Result> = Generator<undefined, Result>

export interface AutLine {
  /** From 1. */
  readonly number: number
  /** Without its end. */
  readonly text: string
}

/** The caster reads a user into 1,000 bytes, a group or a mountpoint into 100,000, and the last of them is not text. */
export const LONGEST_USER_LINE = 998
export const LONGEST_LIST_LINE = 99_998

/** Every line but most of the empty ones. The end of a line may be that of Windows; a last line without an end is one too. */
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
    // The mark that editors put in front of UTF-8 is no letter of the first name.
    yield { number, text: number === 1 ? line.replace(/^\uFEFF/, '') : line }
  }
}

export const isComment = ({ text }: AutLine): boolean => text === '' || text.startsWith('#') || /^\s/.test(text)

/** In bytes, without asking for them where there can be no doubt. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most || (text.length * 3 > most && new TextEncoder().encode(text).length > most)
