// The head of a message: lines up to an empty one. Read as Latin-1, so that a place in the text is a place in the bytes.

/** A usual head has 150 bytes; what is still no head after this many is none of ours. */
export const HEAD_LIMIT = 4096

const CR = 13
const LF = 10

export const headText = (bytes: Buffer) => bytes.toString('latin1', 0, HEAD_LIMIT)

/** Where the head ends (its empty line included), or -1. RFC 9112, 2.2: a bare LF ends a line too. */
export function headEnd(text: string, start: number): number {
  for (let newline = text.indexOf('\n', start); newline >= 0; newline = text.indexOf('\n', newline + 1)) {
    const next = text.charCodeAt(newline + 1)
    if (next === LF) return newline + 2
    if (next === CR && text.charCodeAt(newline + 2) === LF) return newline + 3
  }
  return -1
}

/** The line at `start`, without its end. */
export function lineAt(text: string, start: number): string {
  const newline = text.indexOf('\n', start)
  if (newline < 0) return text.slice(start)
  return text.slice(start, newline > start && text.charCodeAt(newline - 1) === CR ? newline - 1 : newline)
}

/** Hands on each `name: value` line after the one at `start`, the name in lower case. Other lines are passed over. */
export function readHeaders(
  text: string,
  start: number,
  end: number,
  onHeader: (name: string, value: string) => void,
): void {
  for (let at = text.indexOf('\n', start) + 1; at < end; at = text.indexOf('\n', at) + 1) {
    const line = lineAt(text, at)
    const colon = line.indexOf(':')
    if (colon > 0) onHeader(line.slice(0, colon).trimEnd().toLowerCase(), line.slice(colon + 1).trim())
  }
}

/** Without anything that could end a line or cannot be printed: what comes from outside must not add lines of its own. */
export const oneLine = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '')

/** A slice keeps the whole text that it was cut from in memory; this one does not. For what outlives the head. */
export const detached = (slice: string) => Buffer.from(slice, 'latin1').toString('latin1')
