// Tables for spreadsheets (RFC 4180).

/** Tells Excel that it is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A spreadsheet takes what begins like this for a formula, whoever wrote it; an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/

type Cell = string | number | boolean | Date | null

function cellOf(value: Cell): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Page by page as the browser takes it, however many there are. */
export async function* csvOf<Row>(
  head: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(head)
  for await (const rows of pages) yield rows.map((row) => csvLine(cellsOf(row))).join('')
}
