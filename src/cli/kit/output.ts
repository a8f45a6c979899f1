// Output of commands: tables for people, one JSON document for programs. Nothing else goes to standard output.
import { onOff } from './flags.ts'
import { shortTime } from './times.ts'

export const asJson = { json: onOff('print JSON: English names, times in UTC') }

type Cell = string | number | Date | null
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Programs get `rows`, so their names are stable; people see `columns`. */
export function printList<Row extends object>(
  json: boolean,
  rows: readonly Row[],
  columns: Columns<Row>,
  none: string,
): void {
  if (json) printJson(rows)
  else if (rows.length === 0) console.error(none)
  else
    printTable(
      Object.keys(columns),
      rows.map((row) => Object.values(columns).map((column) => cellText(column(row)))),
    )
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

export const printJson = (value: object): void =>
  console.log(
    JSON.stringify(value, null, 2).replace(CONTROL_IN_JSON, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  )

/** Control characters that JSON.stringify does not escape, except the line breaks of its layout. */
const CONTROL_IN_JSON = /[^\P{Cc}\n]/gu

/**
 * Replaces control and formatting characters, so that untrusted text cannot send commands to the terminal or reverse
 * its direction.
 */
export const printable = (line: string): string => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')

/** Prints one object: for people, one line per fact. */
export function printFacts(json: boolean, value: object, lines: Readonly<Record<string, Cell>>): void {
  const width = Math.max(...Object.keys(lines).map((name) => name.length)) + 2
  if (json) printJson(value)
  else for (const [name, fact] of Object.entries(lines)) console.log(`${name.padEnd(width)}${cellText(fact)}`.trimEnd())
}

const cellText = (cell: Cell): string => {
  if (cell === null) return '-'
  return cell instanceof Date ? shortTime(cell) : String(cell)
}
