import { atOnce } from '../../src/base/running/turns.ts'
import { readTable } from '../../src/wire/files/csv.ts'

/** The rows of a CSV file after its header, without empty lines. */
export const linesIn = (csv: string): string[][] =>
  atOnce(readTable(csv, Number.MAX_SAFE_INTEGER)).lines.map(({ cells }) => [...cells])

export function recordsIn(csv: string): Record<string, string>[] {
  const { head, lines } = atOnce(readTable(csv, Number.MAX_SAFE_INTEGER))
  return lines.map(({ cells }) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}
