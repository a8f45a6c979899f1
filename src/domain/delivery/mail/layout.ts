// Builds the plain text and the HTML of a mail from the same parts. Every part is escaped here, not by callers.

import { type Html, html } from '../../text/html.ts'
import { oneLine } from '../../text/plain-text.ts'
import { DEFAULT_ACCENT } from '../accent.ts'
import type { MailContent } from './frame.ts'

export interface Fact {
  readonly name: string
  readonly value: string
  /** The customer types this value, so it is set in monospace. */
  readonly typed?: boolean
}

export type Part =
  | { readonly say: string; readonly strong?: boolean; readonly small?: boolean }
  | { readonly facts: readonly Fact[] }
  /** Text to copy, or to show verbatim. */
  | { readonly lines: readonly string[] }
  /** `plain` renders a text link instead of a button. */
  | { readonly link: string; readonly name: string; readonly plain?: boolean }

const MONO = 'font-family: Menlo, Consolas, monospace; font-size: 16px; font-weight: bold'
const NAME = 'padding: 5px 16px 5px 0; color: #5a6772; font-size: 14px; vertical-align: top; white-space: nowrap'
const LINES =
  'margin: 0 0 16px; padding: 10px 14px; border-left: 3px solid #c3ccd3; font-family: Menlo, Consolas, monospace; font-size: 14px; word-break: break-word'
const LINK = `color: ${DEFAULT_ACCENT}; word-break: break-all`
const BUTTON = `display: inline-block; padding: 11px 18px; border-radius: 6px; background: ${DEFAULT_ACCENT}; color: #ffffff; font-weight: bold; text-decoration: none`

/** `language` is `null` if the mail has parts in several languages. */
export function layOut(
  language: string | null,
  networkName: string,
  subject: string,
  parts: readonly Part[],
): MailContent {
  const inside = html`${parts.map(asHtml)}`
  return {
    subject: oneLine(`${networkName}: ${subject}`),
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: (language === null ? inside : html`<div lang="${language}">${inside}</div>`).text,
  }
}

function asText(part: Part): string {
  if ('say' in part) return oneLine(part.say)
  if ('link' in part) return `${oneLine(part.name)}\n${part.link}`
  if ('lines' in part) return part.lines.map((line) => `    ${oneLine(line)}`).join('\n')
  const widest = Math.max(...part.facts.map(({ name }) => name.length))
  return part.facts.map(({ name, value }) => `    ${`${name}:`.padEnd(widest + 2)} ${oneLine(value)}`).join('\n')
}

function asHtml(part: Part): Html {
  if ('say' in part) {
    const style = `margin: 0 0 16px${part.strong ? '; font-weight: bold' : ''}${part.small ? '; font-size: 14px; color: #5a6772' : ''}`
    return html`<p style="${style}"><bdi>${part.say}</bdi></p>\n`
  }
  if ('link' in part)
    return html`<p style="margin: 0 0 16px"><a href="${part.link}" style="${part.plain ? LINK : BUTTON}">${part.name}</a></p>\n`
  if ('lines' in part)
    return html`<p style="${LINES}">${part.lines.map((line, index) => html`${index > 0 && html`<br>`}<bdi>${oneLine(line)}</bdi>`)}</p>\n`
  const rows = part.facts.map(
    ({ name, value, typed }) =>
      html`<tr><td style="${NAME}">${name}</td><td style="padding: 5px 0; word-break: ${typed ? `break-all; ${MONO}` : 'break-word'}"><bdi>${value}</bdi></td></tr>\n`,
  )
  return html`<table role="presentation" style="border-collapse: collapse; margin: 0 0 16px">${rows}</table>\n`
}
