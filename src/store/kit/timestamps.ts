// Parses timestamps in UTC, such as `2026-11-15 18:22:07.123456+00`, by character position. The general parser, which
// uses regular expressions, takes ten times as long, and each connecting rover brings three timestamps.
import pg from 'pg'

const general = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date | number | null

const ZERO = 48
const [MINUS, BLANK, POINT] = [45, 32, 46]
const TO_SECONDS = 19

export function readTimestamp(text: string): Date | number | null {
  const end = text.length - 3
  const isUsual =
    end >= TO_SECONDS &&
    text.endsWith('+00') &&
    text.charCodeAt(0) > ZERO &&
    text.charCodeAt(4) === MINUS &&
    text.charCodeAt(10) === BLANK &&
    (end === TO_SECONDS || text.charCodeAt(TO_SECONDS) === POINT)
  if (!isUsual) return general(text)
  const two = (at: number) => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO
  const thousandth = (at: number, worth: number) => (at < end ? (text.charCodeAt(at) - ZERO) * worth : 0)
  const milliseconds = thousandth(20, 100) + thousandth(21, 10) + thousandth(22, 1)
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), milliseconds))
}
