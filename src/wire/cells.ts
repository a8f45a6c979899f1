// Cells of tables that spreadsheets open. A text that begins like a formula is taken for one, whoever wrote it: an apostrophe makes text of it.
const FORMULA = `(?:\\s*[=+\\-@＝＋－＠]|[\\t\\r])`
const GUARDED = new RegExp(`^'*${FORMULA}`)
const GUARD = new RegExp(`^'+${FORMULA}`)
/** What parts cells depends on the country, and then a text of ours is several. */
const CELLS_WITHIN = /(?<=[;\t\r\n])/

const inParts = (cell: string, change: (part: string) => string): string =>
  cell.split(CELLS_WITHIN).map(change).join('')

/** One that has apostrophes before a formula gets one more, so that `asWritten` gives back what was there. */
export const asText = (cell: string): string => inParts(cell, (part) => (GUARDED.test(part) ? `'${part}` : part))
export const asWritten = (cell: string): string => inParts(cell, (part) => (GUARD.test(part) ? part.slice(1) : part))
