// The same words as plain text and as simple HTML. Each line is made harmless here, so nobody who words a mail can forget it.
import { escapeHtml, oneLine } from '../domain/text/plain-text.ts'
import type { Content } from './transport.ts'

/** A paragraph, or lines that stand by themselves: facts, commands. */
export type Part = string | readonly string[]

export function compose(subject: string, parts: readonly Part[]): Content {
  return {
    subject: oneLine(subject),
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${parts.map(asHtml).join('\n')}\n</body></html>\n`,
  }
}

const asText = (part: Part): string =>
  typeof part === 'string' ? oneLine(part) : part.map((line) => `    ${oneLine(line)}`).join('\n')

const html = (line: string) => escapeHtml(oneLine(line))

const asHtml = (part: Part): string =>
  typeof part === 'string'
    ? `<p>${html(part)}</p>`
    : `<pre style="white-space: pre-wrap">${part.map((line) => `<bdi>${html(line)}</bdi>`).join('\n')}</pre>`
