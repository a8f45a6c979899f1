// The journal keeps a priority with every line, by which people look for what went wrong ("journalctl -p warning"). Of lines on standard
// error it knows none, unless they begin with it: sd-daemon(3).
import { fstatSync } from 'node:fs'
import { journalStream } from '../../base/config/config.ts'

const STANDARD_ERROR = 2
const [CRITICAL, ERROR, WARNING, INFO, DEBUG] = [2, 3, 4, 6, 7]

/** Of pino's levels, the lowest that each priority is for. */
const PRIORITIES: readonly [level: number, priority: number][] = [
  [60, CRITICAL],
  [50, ERROR],
  [40, WARNING],
  [30, INFO],
]

/** Whether the journal reads standard error: what somebody sends elsewhere has no such beginnings. */
export function isJournalled(stream: string | null = journalStream()): boolean {
  if (stream === null) return false
  try {
    const { dev, ino } = fstatSync(STANDARD_ERROR)
    return stream === `${dev}:${ino}`
  } catch {
    return false // it is closed
  }
}

/** An entry of the log as the journal wants it. */
export function withPriority(line: string): string {
  const level = Number(line.match(/^\{"level":(\d+)/)?.[1] ?? Number.NaN)
  if (Number.isNaN(level)) return line
  const [, priority] = PRIORITIES.find(([least]) => level >= least) ?? [0, DEBUG]
  return `<${priority}>${line}`
}

/** What ends the program, in one line for people. */
export const asError = (line: string): string => (isJournalled() ? `<${ERROR}>${line}` : line)
