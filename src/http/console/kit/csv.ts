// Tables for spreadsheets (RFC 4180).
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { asText } from '../../../wire/cells.ts'

type Cell = string | number | boolean | Date | null

const OPTIONS = {
  record_delimiter: '\r\n',
  quoted_match: /^\s|\s$/, // blanks around it are part of it
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
