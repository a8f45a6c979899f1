import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../../../wire/files/csv.ts'

/** Lines per turn of the event loop; they take a few milliseconds. */
const LINES_AT_ONCE = 100

/**
 * Reads the next page when the browser has received the last one, so any number of rows needs little memory. A file of a
 * simulated network has a column that says so in every row.
 */
export async function* csvOf<Row>(
  head: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
  isSimulated: boolean,
): AsyncGenerator<string> {
  const marked = (cells: readonly Cell[], mark: Cell) => csvLine(isSimulated ? [...cells, mark] : cells)
  yield BYTE_ORDER_MARK + marked(head, 'simulated')
  for await (const rows of pages)
    for (let from = 0; from < rows.length; from += LINES_AT_ONCE) {
      yield rows
        .slice(from, from + LINES_AT_ONCE)
        .map((row) => marked(cellsOf(row), true))
        .join('')
      await nextTurn()
    }
}

export const sendCsv = (reply: FastifyReply, fileName: string, lines: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(lines))
