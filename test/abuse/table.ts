// Writes the results as a table for docs/security.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Report } from './run.ts'

const FILE = fileURLToPath(new URL('../../docs/security.md', import.meta.url))
const [BEGIN, END] = ['<!-- abuse: begin, written by npm run test:abuse -- --write -->', '<!-- abuse: end -->']

const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)))

/** The witness's own stall is subtracted when the service is judged. */
const gap = ({ roverGapMs, ownStallMs }: Report['quiet']) => `${ms(roverGapMs)} (${ms(ownStallMs)})`

export function tableOf({ quiet, quietMb, rows, skipped, stopMs }: Report): string {
  const lines = [
    "| attack | rovers' largest gap (the watcher's own stall), ms | tenant's p99, ms | its worst, ms | memory at most, MB | back after, s | holds |",
    '|---|---|---|---|---|---|---|',
    `| none | ${gap(quiet)} | ${ms(quiet.p99Ms)} | ${ms(quiet.worstMs)} | ${Math.round(quietMb)} | | |`,
    ...rows.map(
      ({ name, what, seen, memoryMb, backS, problems }) =>
        `| \`${name}\`: ${what} | ${gap(seen)} | ${ms(seen.p99Ms)} | ${ms(seen.worstMs)} | ${Math.round(memoryMb)} | ${backS ?? 'not within 60'} | ${problems.length === 0 ? 'yes' : `no: ${problems.join('; ')}`} |`,
    ),
    ...skipped.map(({ name, what, why }) => `| \`${name}\`: ${what} | | | | | | skipped: ${why} |`),
    `| SIGTERM in the middle of two of them | | | | | | ended after ${(stopMs / 1000).toFixed(1)} s |`,
  ]
  return lines.join('\n')
}

export function writeTable(report: Report): void {
  const text = readFileSync(FILE, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from < 0 || to < 0) throw new Error(`${FILE} has no place for the table`)
  writeFileSync(FILE, `${text.slice(0, from + BEGIN.length)}\n${tableOf(report)}\n${text.slice(to)}`)
}
