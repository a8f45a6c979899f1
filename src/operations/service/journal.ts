// Adds priorities for the systemd journal, so that "journalctl -p warning" works. The journal reads them from a prefix
// of each line on standard error: sd-daemon(3).
import { fstatSync } from 'node:fs'
import { journalStream } from '../../base/config/config.ts'

const STANDARD_ERROR = 2
const [CRITICAL, ERROR, WARNING, INFO, DEBUG] = [2, 3, 4, 6, 7]

/** The lowest pino level of each priority. */
const PRIORITIES: readonly [level: number, priority: number][] = [
  [60, CRITICAL],
  [50, ERROR],
  [40, WARNING],
  [30, INFO],
]

/** Whether the journal reads standard error; redirected output gets no prefixes. */
export function isJournalled(stream: string | null = journalStream()): boolean {
  if (stream === null) return false
  try {
    const { dev, ino } = fstatSync(STANDARD_ERROR)
    return stream === `${dev}:${ino}`
  } catch {
    return false // standard error is closed
  }
}

export function withPriority(line: string): string {
  const level = Number(line.match(/^\{"level":(\d+)/)?.[1] ?? Number.NaN)
  if (Number.isNaN(level)) return line
  const [, priority] = PRIORITIES.find(([least]) => level >= least) ?? [0, DEBUG]
  return `<${priority}>${line}`
}

/** The message of a fatal error, with the prefix if needed. */
export const asError = (line: string): string => (isJournalled() ? `<${ERROR}>${line}` : line)
