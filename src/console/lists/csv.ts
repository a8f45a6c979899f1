// Tables for spreadsheets (RFC 4180).
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

type Cell = string | number | boolean | Date | null

const OPTIONS = {
  record_delimiter: '\r\n',
  /** A spreadsheet takes a text that begins like one for a formula, whoever wrote it; an apostrophe makes it text. */
  escape_formulas: true,
  cast: { boolean: String, date: (value: Date) => value.toISOString() },
} as const

/** Page by page as the browser takes it, however many there are. */
export async function* csvOf<Row>(
  head: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<string> {
  yield stringify([[...head]], { ...OPTIONS, bom: true }) // the mark tells Excel that it is UTF-8
  for await (const rows of pages) yield stringify(rows.map(cellsOf), OPTIONS)
}

export const sendCsv = (reply: FastifyReply, fileName: string, lines: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(lines))
