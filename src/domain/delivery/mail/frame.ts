// The common frame of all mails: the network's name or logo and a line in its colour. For old mail clients it uses
// tables, inline styles and safe fonts. Nothing is fetched: the logo is attached.

import { Html, html } from '../../text/html.ts'
import { DEFAULT_ACCENT } from '../accent.ts'
import { type Brand, LOGO_TYPES, withAccent } from '../brand.ts'

export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
  /** Content id of an attachment that is shown inline. */
  readonly cid?: string
}

/** Content of a mail; `html` is what the frame encloses. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Additional to the headers of every mail. */
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly MailAttachment[]
}

const FONT = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const LOGO_CID = 'logo'
const HEIGHT = 40

export function framedMail(content: MailContent, networkName: string, brand: Brand): MailContent {
  // Mail clients do not render SVG.
  const logo = brand.logo
  const whose = logo
    ? html`<img src="cid:${LOGO_CID}" alt="${networkName}" height="${HEIGHT}" style="display: block; height: ${HEIGHT}px; max-width: 240px; border: 0; font-size: 18px; font-weight: bold">`
    : html`<bdi>${networkName}</bdi>`
  const page = html`<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${content.subject}</title></head>
<body style="margin: 0; padding: 24px 16px">
<table role="presentation" width="100%" style="max-width: 600px; margin: 0 auto; border-collapse: collapse; ${new Html(FONT)}; font-size: 16px; line-height: 1.5"><tr><td>
<p style="margin: 0 0 20px; padding-bottom: 10px; border-bottom: 2px solid ${DEFAULT_ACCENT}; font-size: 18px; font-weight: bold">${whose}</p>
${new Html(content.html)}
</td></tr></table>
</body></html>
`.text
  const picture = logo && {
    filename: `logo.${logo.kind === 'jpeg' ? 'jpg' : logo.kind}`,
    contentType: LOGO_TYPES[logo.kind],
    content: logo.content,
    cid: LOGO_CID,
  }
  return {
    ...content,
    html: withAccent(page, brand.shades),
    attachments: [...(content.attachments ?? []), ...(picture ? [picture] : [])],
  }
}
