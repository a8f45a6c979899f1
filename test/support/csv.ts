import { atOnce } from '../../src/base/running/turns.ts'
import { readTable } from '../../src/wire/csv.ts'

/** The lines of a CSV file behind its head; empty lines are left out. */
export const linesIn = (csv: string): string[][] =>
  atOnce(readTable(csv, Number.MAX_SAFE_INTEGER)).lines.map(({ cells }) => [...cells])

/** The same by the names of the columns. */
export function recordsIn(csv: string): Record<string, string>[] {
  const { head, lines } = atOnce(readTable(csv, Number.MAX_SAFE_INTEGER))
  return lines.map(({ cells }) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}
