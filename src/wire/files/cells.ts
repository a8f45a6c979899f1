// Cells of tables that spreadsheets open. Spreadsheets run text that starts like a formula, so an apostrophe before it
// marks it as text.
const FORMULA = `(?:\\s*[=+\\-@＝＋－＠]|[\\t\\r])`
const GUARDED = new RegExp(`^'*${FORMULA}`)
const GUARD = new RegExp(`^'+${FORMULA}`)
/** The delimiter depends on the country, so a spreadsheet may split our text into several cells. */
const CELLS_WITHIN = /(?<=[;\t\r\n])/

const inParts = (cell: string, change: (part: string) => string): string =>
  cell.split(CELLS_WITHIN).map(change).join('')

/**
 * Marks text that starts like a formula. Also adds an apostrophe if the text already has some, so that `asWritten`
 * restores the original.
 */
export const asText = (cell: string): string => inParts(cell, (part) => (GUARDED.test(part) ? `'${part}` : part))
export const asWritten = (cell: string): string => inParts(cell, (part) => (GUARD.test(part) ? part.slice(1) : part))
