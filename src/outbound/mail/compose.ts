// Composes our notices from paragraphs, separate lines and links. Lines that all have the form "name: value" are facts.
import { type Fact, type Part as LetterPart, layOut } from '../../domain/delivery/mail/layout.ts'
import { oneLine } from '../../domain/text/plain-text.ts'
import type { Content } from './transport.ts'

export type Part = string | readonly string[] | { readonly link: string; readonly name: string }

/** `subject` starts with the network's name, like all our mails. `language` is `null` if the mail has more than one. */
export function compose(subject: string, parts: readonly Part[], language: string | null = null): Content {
  const { html } = layOut(language, '', '', parts.map(partOf))
  return { subject: oneLine(subject), text: `${parts.map(asText).join('\n\n')}\n`, html }
}

function asText(part: Part): string {
  if (typeof part === 'string') return oneLine(part)
  return ('link' in part ? [part.link] : part).map((line) => `    ${oneLine(line)}`).join('\n')
}

function partOf(part: Part): LetterPart {
  if (typeof part === 'string') return { say: oneLine(part) }
  if ('link' in part) return part
  if (part.length === 1 && ADDRESS.test(part[0]!)) return { link: part[0]!, name: part[0]!, plain: true }
  const facts = part.map((line) => factOf(oneLine(line)))
  return facts.every((fact) => fact !== null) ? { facts } : { lines: part }
}

const ADDRESS = /^https?:\/\/[^\s<>"]+$/

/** A line "name: value". Matches neither a URL nor a command. */
const NAMED = /^(\p{L}[^:/]{0,40}): (.*)$/su

function factOf(line: string): Fact | null {
  const [, name, value] = NAMED.exec(line) ?? []
  return name === undefined || value === undefined ? null : { name, value }
}
