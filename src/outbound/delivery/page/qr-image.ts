import { type Html, html } from '../../../domain/text/html.ts'
import { QUIET, qrCode } from '../qr.ts'

export function qrImage(text: string, title: string): Html {
  const { size, path } = qrCode(text)
  const side = size + 2 * QUIET
  return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${side} ${side}" role="img" aria-label="${title}"><path class="paper" d="M${-QUIET} ${-QUIET}h${side}v${side}h${-side}z"/><path class="ink" d="${path}"/></svg>`
}
