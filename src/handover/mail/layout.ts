// The same words as plain text and as HTML that mail programs of all ages show: tables and styles at each element, nothing fetched.
import { oneLine } from '../../domain/text/plain-text.ts'
import { Html, html } from '../html.ts'

export interface Fact {
  readonly name: string
  readonly value: string
  /** Typed letter by letter. */
  readonly typed?: boolean
}

export type Part =
  | { readonly say: string; readonly strong?: boolean; readonly small?: boolean }
  | { readonly facts: readonly Fact[] }
  | { readonly link: string; readonly name: string }

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

const FONT = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const MONO = 'font-family: Menlo, Consolas, monospace; font-size: 16px; font-weight: bold'
const NAME = 'padding: 5px 16px 5px 0; color: #5a6772; font-size: 14px; vertical-align: top; white-space: nowrap'
const BUTTON =
  'display: inline-block; padding: 11px 18px; border-radius: 6px; background: #0b5fa5; color: #ffffff; font-weight: bold; text-decoration: none'

export function layOut(language: string, networkName: string, subject: string, parts: readonly Part[]): MailContent {
  const full = oneLine(`${networkName}: ${subject}`)
  return {
    subject: full,
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${full}</title></head>
<body style="margin: 0; padding: 24px 16px">
<table role="presentation" width="100%" style="max-width: 600px; margin: 0 auto; border-collapse: collapse; ${new Html(FONT)}; font-size: 16px; line-height: 1.5"><tr><td>
<p style="margin: 0 0 20px; padding-bottom: 10px; border-bottom: 2px solid #0b5fa5; font-size: 18px; font-weight: bold"><bdi>${networkName}</bdi></p>
${parts.map(asHtml)}
</td></tr></table>
</body></html>
`.text,
  }
}

function asText(part: Part): string {
  if ('say' in part) return oneLine(part.say)
  if ('link' in part) return `${oneLine(part.name)}\n${part.link}`
  const widest = Math.max(...part.facts.map(({ name }) => name.length))
  return part.facts.map(({ name, value }) => `    ${`${name}:`.padEnd(widest + 2)} ${oneLine(value)}`).join('\n')
}

function asHtml(part: Part): Html {
  if ('say' in part) {
    const style = `margin: 0 0 16px${part.strong ? '; font-weight: bold' : ''}${part.small ? '; font-size: 14px; color: #5a6772' : ''}`
    return html`<p style="${style}"><bdi>${part.say}</bdi></p>\n`
  }
  if ('link' in part)
    return html`<p style="margin: 0 0 16px"><a href="${part.link}" style="${BUTTON}">${part.name}</a></p>\n`
  const rows = part.facts.map(
    ({ name, value, typed }) =>
      html`<tr><td style="${NAME}">${name}</td><td style="padding: 5px 0; word-break: break-all${typed ? `; ${MONO}` : ''}"><bdi>${value}</bdi></td></tr>\n`,
  )
  return html`<table role="presentation" style="border-collapse: collapse; margin: 0 0 16px">${rows}</table>\n`
}
