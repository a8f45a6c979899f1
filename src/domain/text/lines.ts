import { unreadable } from '../codes/refusal.ts'

/** Max lines of a file, not counting runs of empty ones: the rows of a full spreadsheet, many with delimiters only. */
const MOST_LINES = 1_048_576
/** Takes less than a millisecond. */
const SKIPPED_AT_ONCE = 100_000
const LF = 10

/** Lines without an entry cost time too: 20 million took over a minute. */
export function expectFewLines(read: number): void {
  if (read > MOST_LINES) throw unreadable('too_many_lines', { most: MOST_LINES })
}

/** Skips a run of empty lines, one LF each; stops within a very long run. */
export function pastEmptyLines(text: string, from: number): number {
  const end = from + SKIPPED_AT_ONCE
  let at = from
  while (at < end && text.charCodeAt(at) === LF) at += 1
  return at
}
