// The head of a message: lines up to an empty one. Read as Latin-1, so that a place in the text is a place in the bytes.

/** A usual head has 150 bytes; what is still no head after this many is none of ours. */
export const HEAD_LIMIT = 4096

const CR = 13
const LF = 10

export const headText = (bytes: Buffer) => bytes.toString('latin1', 0, HEAD_LIMIT)

const BARE_CR = /^[^\r\n]*\r[^\n]/

/** Some equipment ends its lines with CR alone; its first line shows it. Each CR becomes an LF, so places in the text stay the same. */
export const withLineFeeds = (text: string) => (BARE_CR.test(text.trimStart()) ? text.replaceAll('\r', '\n') : text)

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

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * Reports each `name: value` line after the line at `start`, the name in lower case. A line that starts with white space continues the
 * value before it (RFC 9112, 5.2). Some encoders break long credentials after 76 characters without that space. Other lines are ignored.
 */
export function readHeaders(
  text: string,
  start: number,
  end: number,
  onHeader: (name: string, value: string) => void,
): void {
  let name = ''
  let value = ''
  const report = () => {
    if (name !== '') onHeader(name, value.trim())
  }
  for (let at = text.indexOf('\n', start) + 1; at < end; at = text.indexOf('\n', at) + 1) {
    const line = lineAt(text, at)
    if (line !== '' && (' \t'.includes(line[0]!) || (name === 'authorization' && BASE64.test(line)))) {
      const isInsideBase64 = name === 'authorization' && /\s\S/.test(value.trim())
      value = value.trim() + (isInsideBase64 ? '' : ' ') + line.trim()
      continue
    }
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    report()
    name = line.slice(0, colon).trimEnd().toLowerCase()
    value = line.slice(colon + 1)
  }
  report()
}

/** Without anything that could end a line or cannot be printed: what comes from outside must not add lines of its own. */
export const oneLine = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '')

/** A slice keeps the whole text that it was cut from in memory; this one does not. For what outlives the head. */
export const detached = (slice: string) => Buffer.from(slice, 'latin1').toString('latin1')
