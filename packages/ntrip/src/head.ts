// The head of a message: the lines up to an empty one. Decoded as Latin-1, so an offset in the text is also an offset
// in the bytes.

/** A usual head has 150 bytes. A longer head than this is not NTRIP. */
export const HEAD_LIMIT = 4096

const CR = 13
const LF = 10

export const headText = (bytes: Buffer) => bytes.toString('latin1', 0, HEAD_LIMIT)

const BARE_CR = /^[^\r\n]*\r[^\n]/

/**
 * Some equipment ends lines with CR alone, which the first line shows. Each CR becomes an LF, so offsets do not change.
 */
export const withLineFeeds = (text: string) => (BARE_CR.test(text.trimStart()) ? text.replaceAll('\r', '\n') : text)

/** Offset after the head and its empty line, or -1. RFC 9112, 2.2: a bare LF ends a line too. */
export function headEnd(text: string, start: number): number {
  for (let newline = text.indexOf('\n', start); newline >= 0; newline = text.indexOf('\n', newline + 1)) {
    const next = text.charCodeAt(newline + 1)
    if (next === LF) return newline + 2
    if (next === CR && text.charCodeAt(newline + 2) === LF) return newline + 3
  }
  return -1
}

/** The line at `start`, without its line end. */
export function lineAt(text: string, start: number): string {
  const newline = text.indexOf('\n', start)
  if (newline < 0) return text.slice(start)
  return text.slice(start, newline > start && text.charCodeAt(newline - 1) === CR ? newline - 1 : newline)
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * Reports each `name: value` line after the line at `start`, the name in lower case. A line that starts with white
 * space continues the value before it (RFC 9112, 5.2). Some encoders break long credentials after 76 characters without
 * that space. Other lines are ignored.
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

/** Removes line ends and unprintable characters, so that untrusted text cannot add lines. */
export const oneLine = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '')

/** Copies a slice that outlives the head: V8 slices keep the whole parent string in memory. */
export const detached = (slice: string) => Buffer.from(slice, 'latin1').toString('latin1')
