// Tables for spreadsheets (RFC 4180).
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

type Cell = string | number | boolean | Date | null

/** A spreadsheet takes a text that begins like one for a formula, whoever wrote it; the full-width signs too. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/
/** What parts cells depends on the country, and then a text of ours is several. */
const CELLS_WITHIN = /(?<=[;\t\r\n])/

/** An apostrophe makes text of a formula. */
const asText = (cell: string): string =>
  cell
    .split(CELLS_WITHIN)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join('')

const OPTIONS = {
  record_delimiter: '\r\n',
  cast: { boolean: String, date: (value: Date) => value.toISOString(), string: asText },
} as const
/** So many lines take some milliseconds; after them others have their turn. */
const LINES_AT_ONCE = 100

/** Page by page as the browser takes it, however many there are. */
export async function* csvOf<Row>(
  head: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<string> {
  yield stringify([[...head]], { ...OPTIONS, bom: true }) // the mark tells Excel that it is UTF-8
  for await (const rows of pages)
    for (let from = 0; from < rows.length; from += LINES_AT_ONCE) {
      yield stringify(rows.slice(from, from + LINES_AT_ONCE).map(cellsOf), OPTIONS)
      await nextTurn()
    }
}

export const sendCsv = (reply: FastifyReply, fileName: string, lines: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(lines))
