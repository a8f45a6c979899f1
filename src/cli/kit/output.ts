// What commands print: tables for people, one JSON document for programs. Nothing else is on standard output.
import { onOff } from './flags.ts'
import { shortTime } from './times.ts'

/** Of every command that shows something. */
export const asJson = { json: onOff('prints one JSON document: English names, times in UTC') }

type Cell = string | number | Date | null

/** `rows` are what programs get, so their names stay; `columns` is what people see of them. */
export function printList<Row extends object>(
  json: boolean,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
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

/** Those that JSON leaves as they are, beside the ends of its lines. */
const CONTROL_IN_JSON = /[^\P{Cc}\n]/gu

/** One line with words of strangers: what a file says is no command to the terminal, and turns nothing around in it. */
export const printable = (line: string): string => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')

/** One thing: for people a line a fact. */
export function printFacts(json: boolean, value: object, lines: Readonly<Record<string, Cell>>): void {
  const width = Math.max(...Object.keys(lines).map((name) => name.length)) + 2
  if (json) printJson(value)
  else for (const [name, fact] of Object.entries(lines)) console.log(`${name.padEnd(width)}${cellText(fact)}`.trimEnd())
}

const cellText = (cell: Cell): string => {
  if (cell === null) return '-'
  return cell instanceof Date ? shortTime(cell) : String(cell)
}
